"""EAGLE's draft tree: building it, and verifying it greedily, as SGLang's Triton kernels in spec_tree.py do."""

from torch import Tensor, arange

QLEN_ONLY = 1  # a mask over the draft tokens alone; the prefix is always seen


def _parents(selected: list[int], parent_list: Tensor, topk: int) -> list[int | None]:
    """The node above each drafted node 1.. (0 is the root); None if it was not selected."""
    parents: list[int | None] = []
    for token in selected:
        if token // topk == 0:
            parents.append(0)
            continue
        above = int(parent_list[token // topk])
        parents.append(selected.index(above) + 1 if above in selected else None)
    return parents


def build_tree_kernel_efficient_cpu(
    parent_list: Tensor,
    selected: Tensor,
    seq_lens: Tensor,
    tree_mask: Tensor,
    positions: Tensor,
    r_index: Tensor,
    r_next: Tensor,
    r_sib: Tensor,
    topk: int,
    depth: int,
    n: int,
    mode: int,
) -> None:
    """Fills mask, positions and links (index, first child, next sibling) of each request's tree of `n` nodes."""
    if int(mode) != QLEN_ONLY:
        raise NotImplementedError(f"the CPU test bed builds QLEN_ONLY tree masks (1), not mode {int(mode)}")
    mask = tree_mask.view(-1, n, n)
    for request, length in enumerate(seq_lens.tolist()):
        parents = _parents(selected[request].tolist(), parent_list[request], topk)
        r_index[request] = arange(request * n, (request + 1) * n)
        for node in range(n - 1, 0, -1):
            above = parents[node - 1]
            if above is None:
                continue
            if int(r_next[request, above]) != -1:
                r_sib[request, node] = r_next[request, above]
            r_next[request, above] = node
        mask[request] = False
        mask[request, :, 0] = True
        for node in range(n):
            steps, at = 0, node
            while at:
                mask[request, node, at] = True
                above = parents[at - 1]
                if above is None:
                    break  # not linked to the tree, so never verified
                at = above
                steps += 1
            positions[request * n + node] = length + steps


def verify_tree_greedy_cpu(
    predicts: Tensor,
    accept_index: Tensor,
    accept_token_num: Tensor,
    candidates: Tensor,
    retrive_index: Tensor,
    retrive_next_token: Tensor,
    retrive_next_sibling: Tensor,
    target_predict: Tensor,
) -> None:
    """Follows the draft from the root as long as it says what the model says; `predicts` gets the model's tokens."""
    wanted, drafted = target_predict.reshape(-1).tolist(), candidates.tolist()
    index, child, sibling = (
        links.tolist() for links in (retrive_index, retrive_next_token, retrive_next_sibling)
    )
    for request in range(candidates.shape[0]):
        last, node, accepted = index[request][0], 0, 0
        accept_index[request, 0] = last
        for _ in range(1, accept_index.shape[1]):
            node = child[request][node]
            while node != -1 and drafted[request][node] != wanted[last]:
                node = sibling[request][node]
            if node == -1:
                break
            predicts[last] = wanted[last]
            accepted += 1
            last = index[request][node]
            accept_index[request, accepted] = last
        accept_token_num[request] = accepted
        predicts[last] = wanted[last]
