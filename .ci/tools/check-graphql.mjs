// Validates every query of src/github against GitHub's published GraphQL schema.
// Does not run them. A fragment that a document lacks is taken from fragments.graphql beside it,
// as the product does when it builds the text it sends.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { schema as published } from "@octokit/graphql-schema";
import { buildSchema, Kind, parse, validate, visit } from "graphql";

const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../../src/github");
// Not validated itself: GitHub publishes two fields twice.
const schema = buildSchema(published.idl, { assumeValidSDL: true });

const read = (name) => parse(readFileSync(join(folder, name), "utf8"));
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

const files = readdirSync(folder).filter((name) => name.endsWith(".graphql")).sort();
const shared = new Map(
  files
    .filter((name) => name.includes("fragments"))
    .flatMap((name) => read(name).definitions)
    .map((definition) => [definition.name.value, definition]),
);
const operations = files.filter((name) => !name.includes("fragments"));

let refused = 0;
for (const name of operations) {
  for (const error of validate(schema, complete(read(name), shared))) {
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
