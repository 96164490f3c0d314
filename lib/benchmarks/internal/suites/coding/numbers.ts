import { askForCode } from './ask-for-code'

export const numbers = [
  askForCode({
    id: 'change-coins',
    signature: 'fewestCoins(amount, coins)',
    task: 'Return the smallest number of coins that add up to exactly `amount`, with as many of each of the values in `coins` as wanted, or -1 when that is impossible. All numbers are whole; `amount` is 0 or more.',
    cases: [
      [[12, [1, 6, 10]], 2],
      [[0, [5]], 0],
      [[3, [2]], -1],
      [[63, [1, 5, 10, 21, 25]], 3],
      [[7, []], -1],
      [[1000, [7, 300]], 101],
    ],
    solution: `
function fewestCoins(amount, coins) {
  const fewest = [0]
  for (let sum = 1; sum <= amount; sum++) {
    fewest[sum] = Infinity
    for (const coin of coins) if (coin <= sum) fewest[sum] = Math.min(fewest[sum], fewest[sum - coin] + 1)
  }
  return fewest[amount] === Infinity ? -1 : fewest[amount]
}`,
  }),
  askForCode({
    id: 'roman-both',
    signature: 'addRoman(a, b)',
    task: 'Two Roman numerals in their usual shortest form, such as "XIV". Return their sum as a Roman numeral in that form. The sum is at most 3999.',
    cases: [
      [['XIV', 'VI'], 'XX'],
      [['I', 'I'], 'II'],
      [['CDXLIV', 'I'], 'CDXLV'],
      [['MCMXC', 'IX'], 'MCMXCIX'],
      [['II', 'II'], 'IV'],
      [['MM', 'MCMXCIX'], 'MMMCMXCIX'],
    ],
    solution: `
const steps = [['M', 1000], ['CM', 900], ['D', 500], ['CD', 400], ['C', 100], ['XC', 90], ['L', 50], ['XL', 40], ['X', 10], ['IX', 9], ['V', 5], ['IV', 4], ['I', 1]]
function value(text) {
  let sum = 0
  for (const [sign, worth] of steps) while (text.startsWith(sign)) { sum += worth; text = text.slice(sign.length) }
  return sum
}
function addRoman(a, b) {
  let rest = value(a) + value(b), text = ''
  for (const [sign, worth] of steps) while (rest >= worth) { text += sign; rest -= worth }
  return text
}`,
  }),
  askForCode({
    id: 'fraction-sum',
    signature: 'addFractions(list)',
    task: 'Each item of the list is a fraction as text, such as "3/4", "-2/6" or a whole number such as "5". Return their sum as text in lowest terms in the same form: the sign in front, and a whole number without "/1". The sum of nothing is "0".',
    cases: [
      [[['1/2', '1/3']], '5/6'],
      [[[]], '0'],
      [[['1/2', '1/2']], '1'],
      [[['-2/6', '1/12']], '-1/4'],
      [[['5', '-5/1']], '0'],
      [[['7', '1/14', '3/7']], '15/2'],
    ],
    solution: `
function addFractions(list) {
  const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b))
  let top = 0, bottom = 1
  for (const text of list) {
    const [a, b = '1'] = text.split('/')
    top = top * Number(b) + Number(a) * bottom
    bottom *= Number(b)
    const common = gcd(Math.abs(top), bottom)
    top /= common
    bottom /= common
  }
  return bottom === 1 ? String(top + 0) : top + '/' + bottom
}`,
  }),
  askForCode({
    id: 'check-digit',
    signature: 'checkDigit(digits)',
    task: 'Compute a check character for a text of digits: multiply the digits, from the right, by 2, 3, 4, 5, 6, 7, 2, 3, … in turn and add the products. The remainder of the sum divided by 11, taken from 11, is the check digit; 10 is written "K" and 11 is written "0". Return it as text.',
    cases: [
      [['12345678'], '5'],
      [['0'], '0'],
      [['6'], 'K'],
      [['999'], '7'],
      [['5126663'], '3'],
      [['1'], '9'],
    ],
    solution: `
function checkDigit(digits) {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0)
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}`,
  }),
  askForCode({
    id: 'prime-gaps',
    signature: 'widestGap(limit)',
    task: 'Look at the prime numbers up to and including `limit`. Return the first two neighbouring primes with the widest gap between them, as [smaller, greater], or null when there are fewer than two primes.',
    cases: [
      [[30], [23, 29]],
      [[2], null],
      [[3], [2, 3]],
      [[10], [3, 5]],
      [[100], [89, 97]],
      [[10000], [9551, 9587]],
    ],
    solution: `
function widestGap(limit) {
  let best = null, before = null
  for (let number = 2; number <= limit; number++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) { prime = false; break }
    if (!prime) continue
    if (before !== null && (best === null || number - before > best[1] - best[0])) best = [before, number]
    before = number
  }
  return best
}`,
  }),
  askForCode({
    id: 'big-multiply',
    signature: 'multiplyText(a, b)',
    task: 'Multiply two whole numbers given as texts of decimal digits (no sign, no leading zeros but "0" itself), of up to 200 digits each. Return the product as such a text.',
    cases: [
      [['12', '34'], '408'],
      [['0', '987654321987654321'], '0'],
      [['99999999999999999999', '99999999999999999999'], '9999999999999999999800000000000000000001'],
      [['1', '7'], '7'],
      [['123456789012345678901234567890', '10'], '1234567890123456789012345678900'],
    ],
    solution: `const multiplyText = (a, b) => String(BigInt(a) * BigInt(b))`,
  }),
  askForCode({
    id: 'base-convert',
    signature: 'toNegaBinary(number)',
    task: 'Write a whole number (positive, negative or 0) in base -2, with the digits 0 and 1 and no leading zeros: the places are worth 1, -2, 4, -8, 16 … `toNegaBinary(3)` is "111" (4 - 2 + 1).',
    cases: [
      [[3], '111'],
      [[0], '0'],
      [[-1], '11'],
      [[6], '11010'],
      [[-13], '110111'],
      [[100], '110100100'],
    ],
    solution: `
function toNegaBinary(number) {
  if (number === 0) return '0'
  let text = ''
  while (number !== 0) {
    const digit = Math.abs(number % 2)
    text = digit + text
    number = (number - digit) / -2
  }
  return text
}`,
  }),
  askForCode({
    id: 'round-share',
    signature: 'roundShares(weights, total)',
    task: 'Share `total` (a whole number) among the weights in proportion, in whole numbers that add up to exactly `total`: each gets its exact share rounded down, and what is left goes one by one to those with the largest cut-off fractions (of equal fractions, to the earlier one). Return the shares. Weights are whole numbers, at least one of them positive.',
    cases: [
      [
        [[1, 1, 1], 10],
        [4, 3, 3],
      ],
      [
        [[2, 3, 5], 100],
        [20, 30, 50],
      ],
      [
        [[0, 1], 7],
        [0, 7],
      ],
      [
        [[5, 3, 3], 4],
        [2, 1, 1],
      ],
      [
        [[7, 7, 6], 5],
        [2, 2, 1],
      ],
      [
        [[1, 2, 3, 4], 1],
        [0, 0, 0, 1],
      ],
    ],
    solution: `
function roundShares(weights, total) {
  const sum = weights.reduce((a, b) => a + b, 0)
  const shares = weights.map((weight) => Math.floor((weight * total) / sum))
  const rests = weights.map((weight, at) => [(weight * total) % sum, at]).sort((a, b) => b[0] - a[0] || a[1] - b[1])
  const left = total - shares.reduce((a, b) => a + b, 0)
  for (const [, at] of rests.slice(0, left)) shares[at] += 1
  return shares
}`,
  }),
  askForCode({
    id: 'week-of-day',
    signature: 'addWorkdays(date, days)',
    task: '`date` is a text "YYYY-MM-DD". Return the date that lies `days` working days (Monday to Friday) after it, in the same form; `days` is 0 or more. A date on a weekend counts as the Friday before it, even for 0 days. Holidays do not matter.',
    cases: [
      [['2024-03-01', 1], '2024-03-04'],
      [['2024-02-28', 2], '2024-03-01'],
      [['2024-06-15', 0], '2024-06-14'],
      [['2024-06-16', 1], '2024-06-17'],
      [['2023-12-29', 5], '2024-01-05'],
      [['2025-01-01', 10], '2025-01-15'],
    ],
    solution: `
function addWorkdays(date, days) {
  const at = new Date(date + 'T00:00:00Z')
  const move = (by) => at.setUTCDate(at.getUTCDate() + by)
  const isWeekend = () => at.getUTCDay() % 6 === 0
  while (isWeekend()) move(-1)
  while (days > 0) { move(1); if (!isWeekend()) days -= 1 }
  return at.toISOString().slice(0, 10)
}`,
  }),
  askForCode({
    id: 'human-size',
    signature: 'humanSize(bytes)',
    task: 'Write a number of bytes for people, with steps of 1024 and the units B, KiB, MiB, GiB: the largest unit in which the number is at least 1 (B for anything smaller). In B it is a whole number; otherwise one decimal, rounded half up, and ".0" is left out. If rounding reaches 1024, take the next unit (GiB has none).',
    cases: [
      [[0], '0 B'],
      [[1023], '1023 B'],
      [[1024], '1 KiB'],
      [[1536], '1.5 KiB'],
      [[1048575], '1 MiB'],
      [[5368709120], '5 GiB'],
      [[1234567], '1.2 MiB'],
      [[2199023255552], '2048 GiB'],
    ],
    solution: `
function humanSize(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  let at = 0
  while (at < 3 && bytes >= 1024 ** (at + 1)) at += 1
  let tenths = Math.floor((bytes / 1024 ** at) * 10 + 0.5)
  if (at > 0 && at < 3 && tenths >= 10240) { at += 1; tenths = 10 }
  return at === 0 ? bytes + ' B' : (tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)) + ' ' + units[at]
}`,
  }),
]
