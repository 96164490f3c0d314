import { askAboutLog } from './ask-about-log'

/** Two or three notes, far from each other, that have to be put together. */
export const joinedNotes = [
  askAboutLog('pilot-house', {
    length: 'short',
    notes: [
      [0.2, 'The pilot of this year is Mrs. Ekberg.'],
      [0.8, 'Mrs. Ekberg lives in the house with the green shutters, Mrs. Vane in the one with the white.'],
    ],
    question: 'Which colour are the shutters of the house in which the pilot of this year lives?',
    answer: ['green'],
  }),
  askAboutLog('key-drawer', {
    length: 'medium',
    notes: [
      [0.1, 'The key of the powder room hangs behind the clock of the reading room.'],
      [0.9, 'The clock of the reading room was carried to the chapel, with everything that hangs behind it.'],
    ],
    question: 'In which building is the key of the powder room now?',
    answer: ['chapel', 'in the chapel'],
  }),
  askAboutLog('debt-sum', {
    length: 'medium',
    notes: [
      [0.3, 'The tailor owes the harbour 114 shillings.'],
      [0.6, 'The baker owes the harbour 58 shillings.'],
      [0.85, 'The tailor has paid back 40 shillings of his debt.'],
    ],
    question: 'How many shillings do the tailor and the baker together still owe the harbour?',
    answer: 132,
  }),
  askAboutLog('older-sister', {
    length: 'long',
    notes: [
      [0.15, 'Wilma Strand is 4 years older than her brother Edvard.'],
      [0.75, 'Edvard Strand turned 29 today.'],
    ],
    question:
      'How old is Wilma Strand on the day on which her brother’s age is noted, if her own birthday is the same day?',
    answer: 33,
  }),
  askAboutLog('captain-of-prize', {
    length: 'long',
    notes: [
      [0.35, 'The silver cup went to the crew of the yawl Petrel.'],
      [0.65, 'The yawl Petrel is sailed by Captain Idris Cole, the yawl Dunlin by Captain Rhea Marsh.'],
    ],
    question: 'What is the surname of the captain whose crew won the silver cup?',
    answer: ['Cole', 'Idris Cole', 'Captain Idris Cole', 'Captain Cole'],
  }),
  askAboutLog('seeds-garden', {
    length: 'long',
    notes: [
      [0.05, 'The packet from Madeira holds seeds of the plant that the doctor calls number six.'],
      [0.5, 'The doctor’s list: number five is sage, number six is hyssop, number seven is rue.'],
    ],
    question: 'Seeds of which plant are in the packet from Madeira?',
    answer: ['hyssop'],
  }),
  askAboutLog('room-of-guest', {
    length: 'longest',
    notes: [
      [0.2, 'The botanist Mr. Tallis took the room that the painter had left.'],
      [0.6, 'The painter’s room was the one above the stable.'],
      [0.9, 'The room above the stable has the number 19.'],
    ],
    question: 'Which number has the room of the botanist?',
    answer: 19,
  }),
  askAboutLog('distance-two-legs', {
    length: 'longest',
    notes: [
      [0.12, 'From the harbour to the mill it is 6 miles by the coast road.'],
      [0.88, 'From the mill on to the abbey it is another 9 miles.'],
    ],
    question: 'How many miles is it from the harbour by way of the mill to the abbey and back the same way?',
    answer: 30,
  }),
  askAboutLog('signal-meaning', {
    length: 'longest',
    notes: [
      [0.33, 'Two red flags mean the same as one black ball.'],
      [0.4, 'Tonight two red flags were shown on the mole.'],
      [0.77, 'One black ball means that the passage is closed; one white ball that it is open.'],
    ],
    question:
      'Is the passage open or closed by the signal that was shown on the mole? Answer with one of these two words.',
    answer: ['closed'],
  }),
]
