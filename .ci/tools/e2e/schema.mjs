// Compares the sandbox's GraphQL schema with the one that GitHub publishes: whatever the sandbox
// has must be there in the same form. What it lacks is no difference.
import { schema as published } from "@octokit/graphql-schema";
import { buildClientSchema, buildSchema, getIntrospectionQuery } from "graphql";

// Not validated itself: GitHub publishes two fields twice.
const github = buildSchema(published.idl, { assumeValidSDL: true });

async function sandboxSchema() {
  const answer = await fetch(`${process.env.SANDBOX_URL}/graphql`, {
    method: "POST",
    headers: { authorization: `bearer ${process.env.SANDBOX_TOKEN}` },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  return buildClientSchema((await answer.json()).data);
}

function* differences(ours, theirs) {
  if (ours.constructor !== theirs.constructor) {
    yield `is another kind of type`;
    return;
  }
  const members = (type) => Object.entries(type.getFields?.() ?? {});
  const known = new Map(members(theirs));
  for (const [name, field] of members(ours)) {
    yield* fieldDifferences(name, field, known.get(name));
  }
  for (const face of ours.getInterfaces?.() ?? []) {
    if (!theirs.getInterfaces().some(({ name }) => name === face.name)) {
      yield `does not implement ${face.name}`;
    }
  }
  for (const { name } of ours.getValues?.() ?? []) {
    if (!theirs.getValue(name)) yield `has no value ${name}`;
  }
}

function* fieldDifferences(name, field, known) {
  if (!known) {
    yield `has no field ${name}`;
    return;
  }
  const form = ({ type, defaultValue }) => `${type} = ${JSON.stringify(defaultValue)}`;
  if (form(field) !== form(known)) yield `${name} is ${form(known)}, not ${form(field)}`;
  const accepted = new Map((known.args ?? []).map((each) => [each.name, form(each)]));
  for (const argument of field.args ?? []) {
    if (accepted.get(argument.name) !== form(argument)) {
      yield `${name}(${argument.name}) is ${accepted.get(argument.name)}, not ${form(argument)}`;
    }
  }
}

const types = Object.values((await sandboxSchema()).getTypeMap()).filter(({ name }) => !name.startsWith("__"));
const found = types.flatMap((type) => {
  const theirs = github.getType(type.name);
  const said = theirs ? [...differences(type, theirs)] : ["is not a type of GitHub"];
  return said.map((difference) => `${type.name}: ${difference}`);
});
console.log(JSON.stringify({ types: types.length, differences: found }));
