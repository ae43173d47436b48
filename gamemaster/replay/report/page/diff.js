// Which words of two texts are not the same, as ranges of characters.

const MOST_CELLS = 6_000_000; // of the table; about 2,400 words on each side, some 20 ms
const LEAST_SHARED = 0.3; // of the words; below it two texts are two texts, and marks would be noise
const LEAST_RUN = 3; // words in common between two differences; fewer are chance ("of the")

/** @returns {Array<{text: string, from: number, to: number}>} */
function wordsOf(text) {
  return [...text.matchAll(/[\p{L}\p{N}’']+|[^\s\p{L}\p{N}]/gu)].map((match) => ({ text: match[0], from: match.index, to: match.index + match[0].length }));
}

/** `{one, other, shared}`: ranges that are only in one of them, and the share of words in common; ranges are null if they say nothing. */
function differences(one, other) {
  const a = wordsOf(one), b = wordsOf(other);
  let start = 0, endA = a.length, endB = b.length;
  while (start < endA && start < endB && a[start].text === b[start].text) start++;
  while (endA > start && endB > start && a[endA - 1].text === b[endB - 1].text) endA--, endB--;
  const outside = start + (a.length - endA);
  if ((endA - start) * (endB - start) > MOST_CELLS) return { one: null, other: null, shared: null };
  const pairs = withoutChance(commonWords(a.slice(start, endA), b.slice(start, endB)), endA - start, endB - start);
  const longest = Math.max(a.length, b.length, 1);
  const shared = (outside + pairs.length) / longest;
  if (shared < LEAST_SHARED && longest > LEAST_RUN) return { one: null, other: null, shared };
  const sameA = new Set(pairs.map(([x]) => x + start)), sameB = new Set(pairs.map(([, y]) => y + start));
  return { one: ranges(a, start, endA, sameA), other: ranges(b, start, endB, sameB), shared };
}

/** The longest common subsequence, as pairs of indices. */
function commonWords(a, b) {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let x = a.length - 1; x >= 0; x--)
    for (let y = b.length - 1; y >= 0; y--)
      table[x * width + y] = a[x].text === b[y].text ? table[(x + 1) * width + y + 1] + 1 : Math.max(table[(x + 1) * width + y], table[x * width + y + 1]);
  const pairs = [];
  for (let x = 0, y = 0; x < a.length && y < b.length; ) {
    if (a[x].text === b[y].text) pairs.push([x++, y++]);
    else if (table[(x + 1) * width + y] >= table[x * width + y + 1]) x++;
    else y++;
  }
  return pairs;
}

/** Runs of a word or two between differences on both sides are no agreement; those at an edge are. */
function withoutChance(pairs, lengthA, lengthB) {
  const kept = [];
  for (let from = 0; from < pairs.length; ) {
    let to = from + 1;
    while (to < pairs.length && pairs[to][0] === pairs[to - 1][0] + 1 && pairs[to][1] === pairs[to - 1][1] + 1) to++;
    const [x, y] = pairs[from], [endX, endY] = pairs[to - 1];
    const between = x > 0 && y > 0 && endX < lengthA - 1 && endY < lengthB - 1;
    if (!between || to - from >= LEAST_RUN) kept.push(...pairs.slice(from, to));
    from = to;
  }
  return kept;
}

/** Neighbouring words that differ make one range. */
function ranges(tokens, start, end, same) {
  const found = [];
  for (let at = start; at < end; at++) {
    if (same.has(at)) continue;
    const last = found.at(-1);
    if (last && at > start && !same.has(at - 1)) last[1] = tokens[at].to;
    else found.push([tokens[at].from, tokens[at].to]);
  }
  return found;
}
