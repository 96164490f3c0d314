// `npm run house -- --map` draws the districts in docs/build/map.md from the imports in lib. A test fails when they change.
import declared from './boundaries/districts.json' with { type: 'json' }

const districts = Object.keys(declared.districts)
const begin = '<!-- drawn by `npm run house -- --map` -->\n'
const end = '<!-- end of the drawing -->'

/** Leaves out arrows that follow from others. */
function reduce(arrows) {
  const reaches = (from, to, without) =>
    [...(arrows.get(from) ?? [])].some(
      (next) => `${from} ${next}` !== without && (next === to || reaches(next, to, without)),
    )
  return [...arrows].flatMap(([from, targets]) =>
    [...targets].filter((to) => !reaches(from, to, `${from} ${to}`)).map((to) => [from, to]),
  )
}

function collect(imports, nameOf) {
  const arrows = new Map()
  for (const [from, to] of imports) {
    const [a, b] = [nameOf(from), nameOf(to)]
    if (a && b && a !== b) arrows.set(a, (arrows.get(a) ?? new Set()).add(b))
  }
  return reduce(arrows).sort()
}

/** `imports`: pairs of production files in lib, importer first. */
export function drawMap(imports) {
  const districtOf = (file) => districts.find((name) => file.startsWith(`lib/${name}/`))
  const roomOf = (file) => districtOf(file) && file.split('/').slice(1, 3).join('/')
  const within = collect(
    imports.filter(([from, to]) => districtOf(from) === districtOf(to)),
    roomOf,
  )
  const id = (room) => room.replace('/', '-')
  const lines = districts.flatMap((district) => [
    `  subgraph ${district}`,
    ...Object.keys(declared.rooms)
      .filter((room) => room.startsWith(`${district}/`))
      .map((room) => `    ${id(room)}["${room.split('/')[1]}"]`),
    ...within
      .filter(([from]) => from.startsWith(`${district}/`))
      .map(([from, to]) => `    ${id(from)} --> ${id(to)}`),
    '  end',
  ])
  const between = collect(imports, districtOf).map(([from, to]) => `  ${from} ==> ${to}`)
  return `${begin}\`\`\`mermaid\nflowchart TD\n${[...lines, ...between].join('\n')}\n\`\`\`\n${end}`
}

/** The document with its drawing replaced. */
export function replaceDrawing(text, drawing) {
  const [at, until] = [text.indexOf(begin), text.indexOf(end)]
  if (at < 0 || until < 0) throw new Error('docs/build/map.md has no markers for the drawing')
  return text.slice(0, at) + drawing + text.slice(until + end.length)
}
