// Validates every query of src/github against GitHub's published GraphQL schema.
// Does not run them. A fragment that a document lacks is taken from the files of fragments,
// as the product does when it builds the text it sends.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { schema as published } from "@octokit/graphql-schema";
import { buildSchema, Kind, parse, validate, visit } from "graphql";

const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../../src/github");
// Not validated itself: GitHub publishes two fields twice.
const schema = buildSchema(published.idl, { assumeValidSDL: true });

const isFragment = (definition) => definition.kind === Kind.FRAGMENT_DEFINITION;

function spreads(node) {
  const names = new Set();
  visit(node, { FragmentSpread: (spread) => void names.add(spread.name.value) });
  return names;
}

// The document with the shared fragments it needs, those that fragments need included.
function complete(document, shared) {
  const definitions = [...document.definitions];
  const present = new Set(definitions.filter(isFragment).map((each) => each.name.value));
  for (let index = 0; index < definitions.length; index += 1) {
    for (const name of spreads(definitions[index])) {
      if (!present.has(name) && shared.has(name)) {
        present.add(name);
        definitions.push(shared.get(name));
      }
    }
  }
  return { ...document, definitions };
}

const documents = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".graphql"))
  .sort()
  .map((name) => ({ name, document: parse(readFileSync(join(folder, name), "utf8")) }));
// A file of nothing but fragments is shared by the others.
const isShared = ({ document }) => document.definitions.every(isFragment);
const shared = new Map(
  documents
    .filter(isShared)
    .flatMap(({ document }) => document.definitions)
    .map((definition) => [definition.name.value, definition]),
);
const operations = documents.filter((each) => !isShared(each));

let refused = 0;
for (const { name, document } of operations) {
  for (const error of validate(schema, complete(document, shared))) {
    const line = error.locations?.[0]?.line ?? 1;
    console.error(`${name}:${line}: ${error.message}`);
    refused += 1;
  }
}
if (operations.length === 0) {
  console.error(`no .graphql file in ${folder}`);
}
console.log(`${operations.length} queries checked, ${refused} errors`);
process.exitCode = refused > 0 || operations.length === 0 ? 1 : 0;
