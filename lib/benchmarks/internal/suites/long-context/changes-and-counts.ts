import { askAboutLog } from './ask-about-log'
import type { Note } from './write-log'

const spread = (depths: readonly number[], text: (place: number) => string): Note[] =>
  depths.map((depth, at) => [depth, text(at + 1)])

/** Something changes more than once, and the last word counts. */
export const changes = [
  askAboutLog('reward-raised', {
    length: 'short',
    notes: [
      [0.2, 'The reward for the lost anchor is 10 crowns.'],
      [0.5, 'The reward for the lost anchor has been raised to 25 crowns.'],
      [0.85, 'The reward for the lost anchor has been lowered to 15 crowns.'],
    ],
    question: 'How many crowns is the reward for the lost anchor at the end of the log?',
    answer: 15,
  }),
  askAboutLog('chart-keeper', {
    length: 'medium',
    notes: [
      [0.1, 'The sea charts are kept by Yvonne Hale.'],
      [0.4, 'Yvonne Hale has handed the sea charts over to Corin Pell.'],
      [0.8, 'Corin Pell is ill; the sea charts went to his cousin Tamsin Pell.'],
    ],
    question: 'Who has the sea charts at the end of the log? Give first name and surname.',
    answer: ['Tamsin Pell'],
  }),
  askAboutLog('chart-keeper-before', {
    length: 'medium',
    notes: [
      [0.15, 'The tower is in the care of Selma Rook.'],
      [0.45, 'The care of the tower goes from Selma Rook to Ivo Dane.'],
      [0.75, 'The care of the tower goes from Ivo Dane to Lotte Brand.'],
    ],
    question:
      'Who had the tower in their care directly before the person who has it at the end? Give first name and surname.',
    answer: ['Ivo Dane'],
  }),
  askAboutLog('barrel-balance', {
    length: 'long',
    notes: [
      [0.1, 'The cellar holds 90 barrels of tar.'],
      [0.3, '35 barrels of tar were taken from the cellar.'],
      [0.6, '12 barrels of tar were brought to the cellar.'],
      [0.9, '20 barrels of tar were taken from the cellar.'],
    ],
    question: 'How many barrels of tar are in the cellar at the end?',
    answer: 47,
  }),
  askAboutLog('feast-moved', {
    length: 'long',
    notes: [
      [0.2, 'The feast of the pilots is set for the 3rd of June.'],
      [0.55, 'Because of the mourning the feast of the pilots is put off by ten days.'],
    ],
    question: 'On which day of June is the feast of the pilots in the end? Give the day as a number.',
    answer: 13,
  }),
  askAboutLog('withdrawn-order', {
    length: 'longest',
    notes: [
      [0.25, 'By order of the master no fires may be lit on the quay.'],
      [0.5, 'The order about fires on the quay is withdrawn.'],
      [0.72, 'The withdrawal of the order about fires was a mistake of the clerk and is void.'],
    ],
    question: 'May fires be lit on the quay at the end of the log? Answer yes or no.',
    answer: ['no'],
  }),
  askAboutLog('net-price', {
    length: 'longest',
    notes: [
      [0.08, 'A fishing net is sold for 48 shillings.'],
      [0.35, 'The price of a fishing net is now half of what it was.'],
      [0.91, 'The price of a fishing net goes up by 6 shillings.'],
    ],
    question: 'How many shillings does a fishing net cost at the end?',
    answer: 30,
  }),
]

/** Many notes of a kind, of which none may be missed. */
export const counts = [
  askAboutLog('count-whales', {
    length: 'short',
    notes: spread([0.1, 0.4, 0.6, 0.95], () => 'A whale was seen from the mole.'),
    question: 'How often was a whale seen from the mole?',
    answer: 4,
  }),
  askAboutLog('count-letters', {
    length: 'medium',
    notes: spread(
      [0.05, 0.2, 0.35, 0.62, 0.71, 0.9],
      (at) => `Letter number ${at * 7} from the governor arrived.`,
    ),
    question: 'How many letters from the governor arrived?',
    answer: 6,
  }),
  askAboutLog('count-two-kinds', {
    length: 'medium',
    notes: [
      ...spread([0.12, 0.3, 0.66], () => 'A lantern was stolen in the night.'),
      ...spread([0.22, 0.81], () => 'A lantern was broken by the wind.'),
    ],
    question: 'How many lanterns were stolen, not broken?',
    answer: 3,
  }),
  askAboutLog('sum-fines', {
    length: 'long',
    notes: [
      [0.1, 'A fine of 12 shillings was paid for foul language.'],
      [0.45, 'A fine of 9 shillings was paid for fishing at night.'],
      [0.7, 'A fine of 30 shillings was paid for a broken rail.'],
    ],
    question: 'How many shillings of fines were paid altogether?',
    answer: 51,
  }),
  askAboutLog('count-absent', {
    length: 'long',
    notes: spread([0.2, 0.5, 0.9], () => 'The inspector came, looked around and left content.'),
    question: 'How often did the inspector leave discontented?',
    answer: 0,
  }),
  askAboutLog('count-ducks', {
    length: 'longest',
    notes: spread(
      [0.03, 0.18, 0.31, 0.49, 0.6, 0.77, 0.94],
      () => 'A duck was found asleep in the scale house.',
    ),
    question: 'How often was a duck found asleep in the scale house?',
    answer: 7,
  }),
]

/** What stands before what, and at which place. */
export const orders = [
  askAboutLog('first-of-three', {
    length: 'short',
    notes: [
      [0.3, 'A comet was seen.'],
      [0.5, 'The chapel roof was mended.'],
      [0.7, 'The ice broke.'],
    ],
    question:
      'Which came first in the log: the mending of the chapel roof, the breaking of the ice, or the comet? Answer with one of the words roof, ice, comet.',
    answer: ['comet'],
  }),
  askAboutLog('entry-before-note', {
    length: 'medium',
    notes: [[0.5, 'Here the clerk upset his ink.']],
    question: 'Which number has the entry directly before the note that the clerk upset his ink?',
    answer: 75,
  }),
  askAboutLog('last-visitor', {
    length: 'long',
    notes: [
      [0.15, 'The bishop visited the harbour.'],
      [0.52, 'The admiral visited the harbour.'],
      [0.53, 'The mayor visited the harbour.'],
      [0.87, 'The bishop’s brother wrote that he would not visit the harbour.'],
    ],
    question:
      'Who was the last to visit the harbour: the bishop, the admiral, the mayor or the bishop’s brother?',
    answer: ['mayor', 'the mayor'],
  }),
  askAboutLog('entry-after-note', {
    length: 'long',
    notes: [[0.9, 'At this point a cannon was heard.']],
    question: 'Which number has the entry directly after the note about the cannon?',
    answer: 271,
  }),
  askAboutLog('between-two', {
    length: 'longest',
    notes: [
      [0.2, 'The red cutter came in.'],
      [0.41, 'The blue cutter came in.'],
      [0.42, 'The yellow cutter came in.'],
      [0.8, 'The black cutter came in.'],
    ],
    question: 'Four cutters came in. Which colour had the third?',
    answer: ['yellow'],
  }),
  askAboutLog('two-facts-nearby', {
    length: 'longest',
    notes: [
      [0.64, 'The price of hemp rose on the day after the storm.'],
      [0.65, 'The price of hemp fell on the day before the storm.'],
    ],
    question:
      'By the log, did the price of hemp rise or fall on the day before the storm? Answer with rose or fell.',
    answer: ['fell'],
  }),
]
