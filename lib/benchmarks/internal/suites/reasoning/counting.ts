import { askForNumber } from '../ask-for-line'

/** How many, how often, when: small cases that have to be gone through with care. */
export const counting = [
  askForNumber(
    'flag-stripes',
    'A flag has four horizontal stripes. There are three colours; stripes that touch must differ, and not every colour has to be used. How many flags are possible?',
    3 * 2 * 2 * 2,
  ),
  askForNumber(
    'handshakes-couples',
    'Five couples meet. Everybody shakes hands once with everybody except their own partner. How many handshakes are there?',
    (10 * 8) / 2,
  ),
  askForNumber(
    'two-digit-sum',
    'How many two-digit numbers from 10 to 99 have digits that add up to exactly 9?',
    9,
  ),
  askForNumber(
    'stair-ways',
    'A staircase has 7 steps. Somebody climbs it one or two steps at a time. In how many different ways is that possible?',
    21,
  ),
  askForNumber(
    'committee-pair',
    'A committee of 3 is chosen from 8 people. Two of the eight refuse to serve together. How many committees are possible?',
    56 - 6,
  ),
  askForNumber(
    'letters-apart',
    'In how many ways can the letters of the word LEVEL be put in a row? Equal letters cannot be told apart.',
    30,
  ),
  askForNumber(
    'clock-strikes',
    'A clock strikes once at 1 o’clock, twice at 2 o’clock and so on up to twelve times, and once at every half hour. How often does it strike from 3:15 in the afternoon to 9:45 in the evening?',
    4 + 5 + 6 + 7 + 8 + 9 + 7,
  ),
  askForNumber(
    'weekday-count',
    'A year that is not a leap year begins on a Thursday. How many Thursdays does it have?',
    53,
  ),
  askForNumber(
    'overnight-minutes',
    'A ferry leaves on Saturday at 21:48 and arrives on Sunday at 6:13; the clock did not change. How many minutes was it under way?',
    132 + 6 * 60 + 13,
  ),
  askForNumber(
    'sequence-squares',
    'A sequence begins 3, 7, 13, 21, 31. The gaps between its numbers grow by the same amount each time. What is its tenth number?',
    111,
  ),
  askForNumber(
    'grid-paths',
    'From the bottom-left corner of a grid of streets one walks only east or north. The goal lies 4 streets east and 3 streets north. How many different walks lead there?',
    35,
  ),
  askForNumber(
    'socks-certain',
    'A dark drawer has 10 black, 8 grey and 6 blue socks. How many must one take out without looking to be certain of two pairs, each pair of one colour (the two pairs may have the same colour)?',
    6,
  ),
  askForNumber(
    'cube-painted',
    'A wooden cube is painted red on all sides and then cut into 64 equal little cubes. How many of them have paint on exactly two sides?',
    24,
  ),
  askForNumber(
    'dice-sum',
    'Two ordinary dice are thrown. Of the 36 equally likely results, in how many is the product of the two numbers a multiple of 6?',
    15,
  ),
]
