import { askForCode } from './ask-for-code'

export const gridsAndGraphs = [
  askForCode({
    id: 'build-order',
    signature: 'buildOrder(needs)',
    task: '`needs` maps the name of a part to the array of parts that must be built before it; parts that are only named in arrays need nothing. Return all parts in an order in which they can be built; of the parts that can be built next always take the one that comes first in the alphabet. Return null when there is no such order.',
    cases: [
      [[{ roof: ['wall'], wall: ['floor'], door: ['wall'] }], ['floor', 'wall', 'door', 'roof']],
      [[{}], []],
      [[{ a: ['b'], b: ['a'] }], null],
      [[{ c: [], a: [], b: ['c'] }], ['a', 'c', 'b']],
      [[{ z: ['a', 'y'], y: [] }], ['a', 'y', 'z']],
      [[{ a: ['a'] }], null],
    ],
    solution: `
function buildOrder(needs) {
  const parts = [...new Set([...Object.keys(needs), ...Object.values(needs).flat()])].sort()
  const order = []
  while (order.length < parts.length) {
    const next = parts.find((part) => !order.includes(part) && (needs[part] ?? []).every((one) => order.includes(one)))
    if (next === undefined) return null
    order.push(next)
  }
  return order
}`,
  }),
  askForCode({
    id: 'islands',
    signature: 'largestLake(map)',
    task: '`map` is an array of texts of equal length; "~" is water and "." is land. Water that touches (up, down, left or right) is one body. A lake is a body of water that does not reach the edge of the map. Return the number of fields of the largest lake, 0 if there is none.',
    cases: [
      [[['.....', '.~~..', '..~.~', '.....']], 3],
      [[['~~~', '~~~']], 0],
      [[[]], 0],
      [[['.....', '.~.~.', '...~.', '.....']], 2],
      [[['......', '.~~~~~', '......', '.~....', '......']], 1],
      [[['...', '.~.', '...']], 1],
    ],
    solution: `
function largestLake(map) {
  const seen = new Set()
  let largest = 0
  for (let y = 0; y < map.length; y++)
    for (let x = 0; x < map[y].length; x++) {
      const open = [[x, y]]
      let size = 0, isLake = true
      while (open.length > 0) {
        const [a, b] = open.pop()
        if (map[b]?.[a] !== '~' || seen.has(a + ',' + b)) continue
        seen.add(a + ',' + b)
        size += 1
        if (a === 0 || b === 0 || b === map.length - 1 || a === map[b].length - 1) isLake = false
        open.push([a + 1, b], [a - 1, b], [a, b + 1], [a, b - 1])
      }
      if (isLake) largest = Math.max(largest, size)
    }
  return largest
}`,
  }),
  askForCode({
    id: 'shortest-hops',
    signature: 'route(lines, from, to)',
    task: '`lines` is an array of tram lines; each is an array of stops, served in both directions. Return the smallest number of trams one has to board to get from stop `from` to stop `to`, 0 if they are the same, -1 if there is no way.',
    cases: [
      [
        [
          [
            ['a', 'b', 'c'],
            ['c', 'd'],
            ['d', 'e', 'a'],
          ],
          'b',
          'e',
        ],
        2,
      ],
      [[[], 'x', 'x'], 0],
      [
        [
          [
            ['a', 'b'],
            ['c', 'd'],
          ],
          'a',
          'd',
        ],
        -1,
      ],
      [
        [
          [
            ['a', 'b'],
            ['b', 'c'],
            ['c', 'd'],
          ],
          'a',
          'd',
        ],
        3,
      ],
      [[[['m', 'n', 'o']], 'o', 'm'], 1],
    ],
    solution: `
function route(lines, from, to) {
  let reached = new Set([from])
  for (let trams = 0; ; trams++) {
    if (reached.has(to)) return trams
    const next = new Set(reached)
    for (const line of lines) if (line.some((stop) => reached.has(stop))) line.forEach((stop) => next.add(stop))
    if (next.size === reached.size) return -1
    reached = next
  }
}`,
  }),
  askForCode({
    id: 'robot-walk',
    signature: 'walk(commands)',
    task: 'A robot stands at [0, 0] and faces north (y grows to the north, x to the east). Commands: "L" and "R" turn it by 90 degrees, a number as text moves it that many fields ahead, "B" takes back the effect of the last command that has not been taken back yet (nothing happens if there is none). Return its position as [x, y] at the end.',
    cases: [
      [[['3', 'R', '2']], [2, 3]],
      [[[]], [0, 0]],
      [[['B', '1']], [0, 1]],
      [[['5', 'L', 'B', '1']], [0, 6]],
      [[['2', 'R', '4', 'B', 'B', '1']], [0, 3]],
      [[['R', 'R', '3', 'L', '10']], [10, -3]],
    ],
    solution: `
function walk(commands) {
  const states = [{ x: 0, y: 0, turn: 0 }]
  for (const command of commands) {
    const now = states.at(-1)
    if (command === 'B') { if (states.length > 1) states.pop() }
    else if (command === 'L') states.push({ ...now, turn: (now.turn + 3) % 4 })
    else if (command === 'R') states.push({ ...now, turn: (now.turn + 1) % 4 })
    else {
      const steps = Number(command)
      states.push({ ...now, x: now.x + [0, 1, 0, -1][now.turn] * steps, y: now.y + [1, 0, -1, 0][now.turn] * steps })
    }
  }
  const { x, y } = states.at(-1)
  return [x, y]
}`,
  }),
  askForCode({
    id: 'game-of-life',
    signature: 'grow(rows)',
    task: 'A garden is an array of texts of equal length; "*" is a plant, "." is earth. In the next year a field has a plant when, of its up to eight neighbours, exactly 2 have a plant and it has one itself, or exactly 3 have one. Return the garden of the next year in the same form.',
    cases: [
      [[['...', '***', '...']], ['.*.', '.*.', '.*.']],
      [[['**', '**']], ['**', '**']],
      [[['*']], ['.']],
      [[['*.*', '...', '*.*']], ['...', '...', '...']],
      [[['.**', '**.', '.*.']], ['***', '*..', '**.']],
    ],
    solution: `
function grow(rows) {
  const at = (y, x) => (rows[y]?.[x] === '*' ? 1 : 0)
  return rows.map((row, y) => [...row].map((field, x) => {
    let near = -at(y, x)
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) near += at(y + dy, x + dx)
    return near === 3 || (near === 2 && field === '*') ? '*' : '.'
  }).join(''))
}`,
  }),
]
