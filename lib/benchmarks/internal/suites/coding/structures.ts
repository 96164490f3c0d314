import { askForCode } from './ask-for-code'

export const structures = [
  askForCode({
    id: 'deep-paths',
    signature: 'leafPaths(value)',
    task: '`value` is plain JSON data. Return an object that maps the path of every leaf (anything but a non-empty object or a non-empty array) to the leaf. Members are parted by dots, array places are written [0], [1] … `{"a":{"b":[1,{"c":null}]}}` gives `{"a.b[0]":1,"a.b[1].c":null}`. A value that is a leaf itself has the path "".',
    cases: [
      [[{ a: { b: [1, { c: null }] } }], { 'a.b[0]': 1, 'a.b[1].c': null }],
      [[5], { '': 5 }],
      [[{}], { '': {} }],
      [[[[], [0]]], { '[0]': [], '[1][0]': 0 }],
      [[{ x: '', y: { z: false } }], { x: '', 'y.z': false }],
    ],
    solution: `
function leafPaths(value) {
  const found = {}
  const walk = (one, path) => {
    const isTree = typeof one === 'object' && one !== null && Object.keys(one).length > 0
    if (!isTree) found[path] = one
    else if (Array.isArray(one)) one.forEach((member, at) => walk(member, path + '[' + at + ']'))
    else for (const [name, member] of Object.entries(one)) walk(member, path === '' ? name : path + '.' + name)
  }
  walk(value, '')
  return found
}`,
  }),
  askForCode({
    id: 'expression',
    signature: 'evaluate(text)',
    task: 'Compute an expression of whole numbers, + - * / and round brackets, with the usual precedence, from left to right among equals; a minus may stand before a number or a bracket. `/` is whole-number division that drops the fraction (-7/2 is -3). Spaces are allowed anywhere between signs. The expression is always well-formed and never divides by 0. `eval` and `Function` are not there.',
    cases: [
      [['2 + 3 * 4'], 14],
      [['-(2 - 5) * 2'], 6],
      [['7 / 2 * 2'], 6],
      [['-7/2'], -3],
      [['2*-3'], -6],
      [['((10))'], 10],
      [['100 - 10 - 5 * (3 - 1)'], 80],
    ],
    solution: `
function evaluate(text) {
  const signs = text.match(/\\d+|[-+*/()]/g)
  let at = 0
  const factor = () => {
    const sign = signs[at++]
    if (sign === '-') return -factor()
    if (sign !== '(') return Number(sign)
    const inner = sum()
    at += 1
    return inner
  }
  const product = () => {
    let left = factor()
    while (signs[at] === '*' || signs[at] === '/') left = signs[at++] === '*' ? left * factor() : Math.trunc(left / factor())
    return left
  }
  const sum = () => {
    let left = product()
    while (signs[at] === '+' || signs[at] === '-') left = signs[at++] === '+' ? left + product() : left - product()
    return left
  }
  return sum() + 0
}`,
  }),
  askForCode({
    id: 'cache-sim',
    signature: 'cacheMisses(requests, size)',
    task: 'A cache holds at most `size` keys. A request for a key that is in it is a hit; otherwise it is a miss and the key is put in, and if the cache was full the key whose last request lies furthest back is thrown out first. Return the array of the places (from 0) of the requests that were misses. With size 0 everything is a miss.',
    cases: [
      [
        [['a', 'b', 'a', 'c', 'b', 'a'], 2],
        [0, 1, 3, 4, 5],
      ],
      [[[], 3], []],
      [
        [['x', 'x'], 0],
        [0, 1],
      ],
      [
        [['a', 'b', 'c', 'a', 'd', 'a', 'b'], 3],
        [0, 1, 2, 4, 6],
      ],
      [[['k', 'k', 'k'], 1], [0]],
    ],
    solution: `
function cacheMisses(requests, size) {
  let kept = []
  const misses = []
  requests.forEach((key, at) => {
    if (kept.includes(key)) kept = kept.filter((one) => one !== key)
    else {
      misses.push(at)
      if (kept.length >= size) kept.shift()
    }
    if (size > 0) kept.push(key)
  })
  return misses
}`,
  }),
  askForCode({
    id: 'tree-mirror',
    signature: 'widths(tree)',
    task: 'A tree is null or an object {value, children} where `children` is an array of trees (possibly with nulls in it, which do not count). Return the sums of the values on each level, from the root down.',
    cases: [
      [
        [
          {
            value: 1,
            children: [
              { value: 2, children: [] },
              { value: 3, children: [{ value: 4, children: [] }] },
            ],
          },
        ],
        [1, 5, 4],
      ],
      [[null], []],
      [[{ value: 7, children: [null] }], [7]],
      [
        [
          {
            value: 0,
            children: [
              { value: -1, children: [null, { value: 6, children: [] }] },
              null,
              { value: 1, children: [{ value: 5, children: [] }] },
            ],
          },
        ],
        [0, 0, 11],
      ],
    ],
    solution: `
function widths(tree) {
  const sums = []
  let level = tree === null ? [] : [tree]
  while (level.length > 0) {
    sums.push(level.reduce((sum, { value }) => sum + value, 0))
    level = level.flatMap(({ children }) => children.filter((child) => child !== null))
  }
  return sums
}`,
  }),
  askForCode({
    id: 'merge-config',
    signature: 'mergeSettings(base, change)',
    task: 'Both are plain JSON objects. Return a new object with the members of both: where both have an object (not an array) under a name, they are merged in the same way; otherwise the value of `change` counts. A member that is null in `change` is removed (also deep inside, and also when `base` did not have it).',
    cases: [
      [
        [
          { a: 1, b: { c: 2, d: 3 } },
          { b: { c: null, e: 4 }, f: [1] },
        ],
        { a: 1, b: { d: 3, e: 4 }, f: [1] },
      ],
      [[{}, {}], {}],
      [[{ a: [1, 2] }, { a: [3] }], { a: [3] }],
      [[{ a: { x: 1 } }, { a: 5 }], { a: 5 }],
      [[{}, { n: { m: null, k: 1 }, z: null }], { n: { k: 1 } }],
    ],
    solution: `
function mergeSettings(base, change) {
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const result = { ...base }
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name]
    else if (isObject(value)) result[name] = mergeSettings(isObject(base[name]) ? base[name] : {}, value)
    else result[name] = value
  }
  return result
}`,
  }),
  askForCode({
    id: 'event-rooms',
    signature: 'roomsNeeded(meetings)',
    task: '`meetings` is an array of {start, end} with times as "HH:MM" on one day. A room is free again at the very minute at which a meeting ends. Return the object {rooms, busiest}: how many rooms are needed, and the earliest time at which that many meetings run at once ("" when there are none).',
    cases: [
      [
        [
          [
            { start: '09:00', end: '10:00' },
            { start: '09:30', end: '11:00' },
            { start: '10:00', end: '12:00' },
          ],
        ],
        { rooms: 2, busiest: '09:30' },
      ],
      [[[]], { rooms: 0, busiest: '' }],
      [
        [
          [
            { start: '08:00', end: '09:00' },
            { start: '09:00', end: '10:00' },
          ],
        ],
        { rooms: 1, busiest: '08:00' },
      ],
      [
        [
          [
            { start: '13:15', end: '14:00' },
            { start: '13:00', end: '13:20' },
            { start: '13:16', end: '13:18' },
          ],
        ],
        { rooms: 3, busiest: '13:16' },
      ],
    ],
    solution: `
function roomsNeeded(meetings) {
  let rooms = 0, busiest = ''
  for (const { start } of [...meetings].sort((a, b) => (a.start < b.start ? -1 : 1))) {
    const running = meetings.filter((one) => one.start <= start && one.end > start).length
    if (running > rooms) { rooms = running; busiest = start }
  }
  return { rooms, busiest }
}`,
  }),
]
