// Creates, lists, edits and deletes a comment through GitHub's own client, and prints what it saw.
// Asks SANDBOX_URL as the holder of SANDBOX_TOKEN. Judges nothing.
import { Octokit } from "@octokit/rest";

const octokit = new Octokit({ baseUrl: process.env.SANDBOX_URL, auth: process.env.SANDBOX_TOKEN });
const [owner, repo] = process.env.SANDBOX_REPOSITORY.split("/");
const number = Number(process.env.SANDBOX_NUMBER);
const on = { owner, repo, issue_number: number };

const pull = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
const created = await octokit.rest.issues.createComment({ ...on, body: "created by octokit" });
const comment = { owner, repo, comment_id: created.data.id };
const edited = await octokit.rest.issues.updateComment({ ...comment, body: "edited by octokit" });
const listed = await octokit.paginate(octokit.rest.issues.listComments, { ...on, per_page: 1 });
const { viewer } = await octokit.graphql("{ viewer { login } }");
const deleted = await octokit.rest.issues.deleteComment(comment);
const missing = await octokit.rest.issues.getComment(comment).catch((error) => error);

console.log(
  JSON.stringify({
    title: pull.data.title,
    head: pull.data.head.sha,
    created: created.status,
    edited: edited.data.body,
    listed: listed.map(({ body }) => body),
    viewer: viewer.login,
    deleted: deleted.status,
    missing: missing.status,
  }),
);
