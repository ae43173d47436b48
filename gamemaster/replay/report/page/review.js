// What a reader thinks of turns: accepted, rejected, or a comment; kept in this browser, and exported for the gate.

const reviews = new Map(); // by the name of the turn
const reviewsKey = `reviews of ${document.title}`;

function loadReviews() {
  try {
    for (const review of JSON.parse(localStorage.getItem(reviewsKey) ?? "[]")) reviews.set(review.turn, review);
  } catch {
    // nothing is kept here: what is said lasts as long as the page is open
  }
}

function keepReview(name, answer, change) {
  const review = { turn: name, answer: answer ?? "", verdict: "commented", comment: "", ...reviews.get(name), ...change };
  if (review.verdict === "commented" && !review.comment) reviews.delete(name);
  else reviews.set(name, review);
  byId("export").hidden = !reviews.size;
  byId("export").textContent = `Export ${amount(reviews.size)} ${reviews.size === 1 ? "review" : "reviews"}`;
  try {
    localStorage.setItem(reviewsKey, JSON.stringify([...reviews.values()]));
  } catch {
    // as above
  }
}

/** The buttons and the comment under a turn. */
function reviewShown(name, answer) {
  const known = reviews.get(name);
  const button = (verdict, label) => h("button", { type: "button", "aria-pressed": String(known?.verdict === verdict), onclick: (event) => {
    const on = event.target.getAttribute("aria-pressed") !== "true";
    for (const other of event.target.parentElement.querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
    event.target.setAttribute("aria-pressed", String(on));
    keepReview(name, answer, { verdict: on ? verdict : "commented" });
  } }, label);
  const comment = h("input", { type: "text", maxlength: 4000, placeholder: "Comment", "aria-label": "Comment on this turn", onchange: (event) => keepReview(name, answer, { comment: event.target.value.trim() }) });
  comment.value = known?.comment ?? "";
  return h("p", { class: "review", role: "group", "aria-label": "Your review" }, button("accepted", "Accept"), button("rejected", "Reject"), comment);
}

/** For `gamemaster replay gate --accepted FILE`. */
function exportReviews() {
  const text = JSON.stringify({ reviews: [...reviews.values()] }, null, 1);
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "reviews.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}
