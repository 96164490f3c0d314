import { askForCode } from './ask-for-code'

export const sequences = [
  askForCode({
    id: 'merge-intervals',
    signature: 'freeGaps(bookings, from, to)',
    task: '`bookings` is an array of [start, end] pairs of whole numbers in any order; they may overlap or touch and may reach beyond [from, to]. Return the gaps between `from` and `to` in which nothing is booked, as an array of [start, end] pairs in order. Gaps of length 0 do not count.',
    cases: [
      [
        [
          [
            [3, 5],
            [8, 9],
          ],
          0,
          10,
        ],
        [
          [0, 3],
          [5, 8],
          [9, 10],
        ],
      ],
      [[[], 2, 4], [[2, 4]]],
      [
        [
          [
            [1, 4],
            [2, 6],
            [6, 7],
          ],
          0,
          7,
        ],
        [[0, 1]],
      ],
      [[[[-5, 20]], 0, 10], []],
      [
        [
          [
            [9, 12],
            [-3, 1],
          ],
          0,
          10,
        ],
        [[1, 9]],
      ],
      [[[[4, 4]], 3, 5], [[3, 5]]],
    ],
    solution: `
function freeGaps(bookings, from, to) {
  const gaps = []
  let free = from
  for (const [start, end] of [...bookings].sort((a, b) => a[0] - b[0])) {
    if (end <= start) continue
    if (start >= to) break
    if (start > free) gaps.push([free, start])
    free = Math.max(free, end)
  }
  if (free < to) gaps.push([free, to])
  return gaps
}`,
  }),
  askForCode({
    id: 'chunk-balanced',
    signature: 'splitEvenly(items, parts)',
    task: 'Cut the array into `parts` consecutive pieces whose lengths differ by at most one; longer pieces come first. If there are fewer items than parts, the last pieces are empty.',
    cases: [
      [
        [[1, 2, 3, 4, 5, 6, 7], 3],
        [
          [1, 2, 3],
          [4, 5],
          [6, 7],
        ],
      ],
      [
        [[], 2],
        [[], []],
      ],
      [
        [['a'], 3],
        [['a'], [], []],
      ],
      [[[1, 2, 3, 4], 1], [[1, 2, 3, 4]]],
      [
        [[1, 2, 3, 4, 5, 6, 7, 8], 5],
        [[1, 2], [3, 4], [5, 6], [7], [8]],
      ],
    ],
    solution: `
function splitEvenly(items, parts) {
  const pieces = []
  let at = 0
  for (let index = 0; index < parts; index++) {
    const length = Math.ceil((items.length - at) / (parts - index))
    pieces.push(items.slice(at, at + length))
    at += length
  }
  return pieces
}`,
  }),
  askForCode({
    id: 'longest-rise',
    signature: 'longestRise(numbers)',
    task: 'Return the longest run of neighbouring numbers in which each is greater than the one before, as an array. Of several equally long ones return the one with the greatest sum; if that is equal too, the first.',
    cases: [
      [[[1, 2, 1, 2, 3, 0]], [1, 2, 3]],
      [[[]], []],
      [[[5, 4, 3]], [5]],
      [[[1, 2, 0, 9]], [0, 9]],
      [[[1, 4, 2, 3]], [1, 4]],
      [[[2, 2, 2]], [2]],
      [[[-3, -2, -5, 0, -1]], [-3, -2]],
    ],
    solution: `
function longestRise(numbers) {
  const runs = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run.at(-1) < number) run.push(number)
    else runs.push([number])
  }
  const sum = (run) => run.reduce((total, number) => total + number, 0)
  let best = []
  for (const run of runs)
    if (run.length > best.length || (run.length === best.length && sum(run) > sum(best))) best = run
  return best
}`,
  }),
  askForCode({
    id: 'zigzag',
    signature: 'zigzag(matrix)',
    task: 'Read a matrix (an array of rows of equal length) in a zigzag: the first row left to right, the second right to left, the third left to right and so on. Return one array.',
    cases: [
      [
        [
          [
            [1, 2, 3],
            [4, 5, 6],
            [7, 8, 9],
          ],
        ],
        [1, 2, 3, 6, 5, 4, 7, 8, 9],
      ],
      [[[]], []],
      [[[[1], [2]]], [1, 2]],
      [
        [
          [
            ['a', 'b'],
            ['c', 'd'],
          ],
        ],
        ['a', 'b', 'd', 'c'],
      ],
    ],
    solution: `const zigzag = (matrix) => matrix.flatMap((row, at) => (at % 2 ? [...row].reverse() : row))`,
  }),
  askForCode({
    id: 'moving-median',
    signature: 'medians(numbers, size)',
    task: 'Return the median of every window of `size` neighbouring numbers, from left to right. The median of an even number of values is the mean of the two in the middle. If there are fewer numbers than `size`, return an empty array.',
    cases: [
      [
        [[1, 9, 2, 8], 3],
        [2, 8],
      ],
      [[[4, 2], 3], []],
      [
        [[4, 2, 8, 6], 2],
        [3, 5, 7],
      ],
      [[[10, 9, 100, 1], 4], [9.5]],
      [[[5], 1], [5]],
      [[[10, 2, 33], 3], [10]],
    ],
    solution: `
function medians(numbers, size) {
  const found = []
  for (let at = 0; at + size <= numbers.length; at++) {
    const window = numbers.slice(at, at + size).sort((a, b) => a - b)
    found.push((window[(size - 1) >> 1] + window[size >> 1]) / 2)
  }
  return found
}`,
  }),
]
