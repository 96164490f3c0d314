import { askForCode } from './ask-for-code'

export const lists = [
  askForCode({
    id: 'rank-places',
    signature: 'places(scores)',
    task: '`scores` maps names to numbers. Return an array of [place, name] pairs: highest score first, equal scores share a place and the next place counts all before it (1, 2, 2, 4). Names of one place are in alphabetical order.',
    cases: [
      [
        [{ ann: 5, bob: 7, cy: 5, di: 1 }],
        [
          [1, 'bob'],
          [2, 'ann'],
          [2, 'cy'],
          [4, 'di'],
        ],
      ],
      [[{}], []],
      [
        [{ z: 0, a: 0 }],
        [
          [1, 'a'],
          [1, 'z'],
        ],
      ],
      [
        [{ m: -2, k: -10 }],
        [
          [1, 'm'],
          [2, 'k'],
        ],
      ],
      [
        [{ p: 3, q: 3, r: 3, s: 2 }],
        [
          [1, 'p'],
          [1, 'q'],
          [1, 'r'],
          [4, 's'],
        ],
      ],
    ],
    solution: `
function places(scores) {
  const sorted = Object.entries(scores).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return sorted.map(([name, score]) => [1 + sorted.filter(([, other]) => other > score).length, name])
}`,
  }),
  askForCode({
    id: 'diff-lists',
    signature: 'changes(before, after)',
    task: 'Two arrays of strings without duplicates. Return an object {added, removed, moved}: `added` are the strings only in `after` (in its order), `removed` those only in `before` (in its order), and `moved` is true when the strings that are in both do not stand in the same order in both.',
    cases: [
      [
        [
          ['a', 'b', 'c'],
          ['c', 'x', 'a'],
        ],
        { added: ['x'], removed: ['b'], moved: true },
      ],
      [[[], []], { added: [], removed: [], moved: false }],
      [
        [
          ['a', 'b'],
          ['a', 'z', 'b', 'y'],
        ],
        { added: ['z', 'y'], removed: [], moved: false },
      ],
      [[['p', 'q'], []], { added: [], removed: ['p', 'q'], moved: false }],
    ],
    solution: `
function changes(before, after) {
  const both = before.filter((one) => after.includes(one))
  const there = after.filter((one) => before.includes(one))
  return {
    added: after.filter((one) => !before.includes(one)),
    removed: before.filter((one) => !after.includes(one)),
    moved: both.some((one, at) => one !== there[at]),
  }
}`,
  }),
  askForCode({
    id: 'pair-target',
    signature: 'closestPair(numbers, target)',
    task: 'Find two numbers at different places whose sum is closest to `target` and return them as [smaller, greater]. Of equally close pairs return the one with the smaller sum, and of equal sums the one with the smaller first number. With fewer than two numbers return null.',
    cases: [
      [
        [[5, 1, 9, 3], 11],
        [1, 9],
      ],
      [[[7], 3], null],
      [
        [[4, 4], 100],
        [4, 4],
      ],
      [
        [[1, 2, 3, 4], 5],
        [1, 4],
      ],
      [
        [[-8, 3, 10], 0],
        [-8, 10],
      ],
      [
        [[0, 6, 10], 8],
        [0, 6],
      ],
    ],
    solution: `
function closestPair(numbers, target) {
  let best = null
  const sorted = [...numbers].sort((a, b) => a - b)
  const score = ([a, b]) => [Math.abs(a + b - target), a + b, a]
  const less = (x, y) => x[0] - y[0] || x[1] - y[1] || x[2] - y[2]
  for (let i = 0; i < sorted.length; i++)
    for (let j = i + 1; j < sorted.length; j++) {
      const pair = [sorted[i], sorted[j]]
      if (best === null || less(score(pair), score(best)) < 0) best = pair
    }
  return best
}`,
  }),
  askForCode({
    id: 'round-robin',
    signature: 'deal(queues)',
    task: '`queues` is an array of arrays. Take the first item of each queue in turn, then the second of each and so on, until all are empty; queues that are empty already are skipped. Return the items in that order.',
    cases: [
      [[[[1, 2, 3], ['a'], [true, false]]], [1, 'a', true, 2, false, 3]],
      [[[]], []],
      [[[[], [1]]], [1]],
      [[[[null, 0], [0]]], [null, 0, 0]],
    ],
    solution: `
function deal(queues) {
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, at) => queues.filter((queue) => queue.length > at).map((queue) => queue[at])).flat()
}`,
  }),
  askForCode({
    id: 'running-balance',
    signature: 'firstOverdraft(entries, start)',
    task: 'An account begins with `start`. `entries` are objects {day, amount}, in any order; amounts may be negative. On each day all positive amounts are booked first, then the negative ones. Return the first day after which the balance is below zero, or null if there is none.',
    cases: [
      [
        [
          [
            { day: 3, amount: -50 },
            { day: 1, amount: -60 },
            { day: 3, amount: 5 },
          ],
          100,
        ],
        3,
      ],
      [[[], 0], null],
      [
        [
          [
            { day: 2, amount: -10 },
            { day: 2, amount: 10 },
          ],
          0,
        ],
        null,
      ],
      [
        [
          [
            { day: 9, amount: 100 },
            { day: 4, amount: -1 },
          ],
          0,
        ],
        4,
      ],
      [
        [
          [
            { day: 10, amount: -5 },
            { day: 9, amount: -5 },
          ],
          8,
        ],
        10,
      ],
    ],
    solution: `
function firstOverdraft(entries, start) {
  let balance = start
  const days = [...new Set(entries.map(({ day }) => day))].sort((a, b) => a - b)
  for (const day of days) {
    for (const entry of entries) if (entry.day === day) balance += entry.amount
    if (balance < 0) return day
  }
  return null
}`,
  }),
]
