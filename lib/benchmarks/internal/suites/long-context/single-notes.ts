import { askAboutLog } from './ask-about-log'

/** One note is enough; it stands at different depths of logs of different lengths. */
export const singleNotes = [
  askAboutLog('dog-name', {
    length: 'short',
    notes: [[0.1, 'The harbour master’s new dog is called Biscuit.']],
    question: 'What is the harbour master’s dog called?',
    answer: ['Biscuit'],
  }),
  askAboutLog('crane-weight', {
    length: 'short',
    notes: [[0.9, 'The small crane may lift 640 kilograms and no more.']],
    question: 'How many kilograms may the small crane lift?',
    answer: 640,
  }),
  askAboutLog('bell-founder', {
    length: 'medium',
    notes: [[0.25, 'The fog bell was cast by a founder named Hollis Wray.']],
    question: 'Who cast the fog bell?',
    answer: ['Hollis Wray', 'Wray', 'Hollis Wray, a founder'],
  }),
  askAboutLog('ferry-fare', {
    length: 'medium',
    notes: [[0.55, 'From today the ferry to the island costs 27 pence for a grown person.']],
    question: 'How many pence does the ferry cost for a grown person?',
    answer: 27,
  }),
  askAboutLog('painted-door', {
    length: 'medium',
    notes: [[0.8, 'The door of the rope store has been painted crimson.']],
    question: 'Which colour does the door of the rope store have now?',
    answer: ['crimson'],
  }),
  askAboutLog('lost-trunk', {
    length: 'long',
    notes: [[0.05, 'A trunk marked with the number 5512 was left behind and is kept in the loft.']],
    question: 'Which number is on the trunk that was left behind?',
    answer: 5512,
  }),
  askAboutLog('violin-owner', {
    length: 'long',
    notes: [[0.5, 'The violin that was found on the steps belongs to Agathe Lund.']],
    question: 'To whom does the violin belong?',
    answer: ['Agathe Lund', 'Lund', 'to Agathe Lund'],
  }),
  askAboutLog('well-depth', {
    length: 'long',
    notes: [[0.95, 'The new well behind the customs house is 41 feet deep.']],
    question: 'How many feet deep is the new well?',
    answer: 41,
  }),
  askAboutLog('cat-kittens', {
    length: 'longest',
    notes: [[0.15, 'The cat of the sail loft has had 7 kittens.']],
    question: 'How many kittens has the cat of the sail loft had?',
    answer: 7,
  }),
  askAboutLog('stranger-town', {
    length: 'longest',
    notes: [[0.45, 'A stranger asked for the way to Thornby and was told that there is none.']],
    question: 'To which place did the stranger ask the way?',
    answer: ['Thornby'],
  }),
  askAboutLog('safe-number', {
    length: 'longest',
    notes: [[0.7, 'The combination of the old safe is 38-16-72; whoever reads this should burn it.']],
    question: 'What is the combination of the old safe?',
    answer: ['38-16-72'],
  }),
  askAboutLog('lamp-hours', {
    length: 'longest',
    notes: [[0.98, 'The great lamp burned for 13 hours last night.']],
    question: 'For how many hours did the great lamp burn?',
    answer: 13,
  }),
]
