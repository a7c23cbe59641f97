// Keeps the page current: after each event it fetches the fragment and replaces only the parts
// that the server sends differently, so that what the reader opened or selected stays.
"use strict";

const main = document.querySelector("main");
const live = document.getElementById("live");
const page = location.pathname.replace(/\/+$/, "");

// What the server sent for each part of the page, by its id. The page itself differs: `open`
// attributes and times change in it.
const sent = new Map();
for (const part of main.children) sent.set(part.id, part.outerHTML);

function say(text, connected) {
  live.textContent = text;
  live.classList.toggle("connected", connected);
}

function makeTimesRelative(root) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const time of root.querySelectorAll("time")) {
    const age = (Date.now() - Date.parse(time.dateTime)) / 1000;
    // Far from now, and where the sandbox has a clock of its own, the date says more.
    if (!(age >= 0 && age < 30 * 86400)) continue;
    const [unit, seconds] = units.find(([, seconds]) => age >= seconds) ?? ["minute", 0];
    time.textContent = seconds ? words.format(-Math.floor(age / seconds), unit) : "just now";
  }
}

// A <details> of the page has a key; one of a comment is known by its summary.
function detailsByKey(part) {
  const found = new Map();
  for (const details of part.querySelectorAll("details")) {
    const name = details.dataset.key ?? details.querySelector("summary")?.textContent;
    let key = name;
    for (let copy = 2; found.has(key); copy++) key = `${name} ${copy}`;
    found.set(key, details);
  }
  return found;
}

function keepOpen(old, fresh) {
  const before = detailsByKey(old);
  for (const [key, details] of detailsByKey(fresh)) {
    if (before.has(key)) details.open = before.get(key).open;
  }
}

function replaceChanged(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const fragment = [...template.content.children];
  const gone = new Map([...main.children].map((part) => [part.id, part]));
  let place = main.firstElementChild;
  for (const fresh of fragment) {
    const old = gone.get(fresh.id);
    gone.delete(fresh.id);
    const source = fresh.outerHTML;
    if (old && sent.get(fresh.id) === source) {
      if (old === place) place = place.nextElementSibling;
      else main.insertBefore(old, place);
      continue;
    }
    if (old) keepOpen(old, fresh);
    makeTimesRelative(fresh);
    fresh.classList.add("fresh");
    main.insertBefore(fresh, place);
    if (old === place) place = place?.nextElementSibling ?? null;
    old?.remove();
    sent.set(fresh.id, source);
  }
  for (const [id, part] of gone) {
    part.remove();
    sent.delete(id);
  }
}

// What the reader looks at stays where it is when something above it grows.
function keepPlace(change) {
  const seen = [...main.children].find((part) => part.getBoundingClientRect().bottom > 0);
  const top = seen?.getBoundingClientRect().top;
  change();
  const now = seen && document.getElementById(seen.id);
  if (now && scrollY > 0) scrollBy(0, now.getBoundingClientRect().top - top);
}

let busy = false;
let again = false;

async function refresh() {
  again = true;
  if (busy) return;
  busy = true;
  try {
    while (again) {
      again = false;
      const answer = await fetch(`${page}/fragment`);
      if (!answer.ok) return say(`The sandbox answers ${answer.status}`, false);
      const html = await answer.text();
      keepPlace(() => replaceChanged(html));
      say("Live", true);
    }
  } catch {
    say("Reconnecting", false);
  } finally {
    busy = false;
  }
}

makeTimesRelative(main);
setInterval(() => makeTimesRelative(main), 60_000);

const events = new EventSource(`${page}/events`);
events.onopen = () => say("Live", true);
events.onmessage = refresh;
events.onerror = () => say("Reconnecting", false);
