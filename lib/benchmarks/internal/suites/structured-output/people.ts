import { askForJson, boolean, integer, list, number, object, oneOf, orNull, text } from './ask-for-json'

export const people = [
  askForJson(
    'person-card',
    'Record this person: “Lina Okoro, 34, works as a surveyor in Graz.”',
    object({ name: text, age: integer, occupation: text, city: text }),
    { name: 'Lina Okoro', age: 34, occupation: 'surveyor', city: 'Graz' },
  ),
  askForJson(
    'missing-phone',
    'Record the contact: “Tomas Reyl can be reached at tomas@reyl.example. He has no telephone.” Use null for what there is not.',
    object({ name: text, email: text, phone: orNull('string') }),
    { name: 'Tomas Reyl', email: 'tomas@reyl.example', phone: null },
  ),
  askForJson(
    'family-children',
    'Record the family: “Ilse and Jonah Brandt have three children: Mia (9), Theo (6) and Pia (2).” Parents and children in the order of the text.',
    object({ surname: text, parents: list(text), children: list(object({ name: text, age: integer })) }),
    {
      surname: 'Brandt',
      parents: ['Ilse', 'Jonah'],
      children: [
        { name: 'Mia', age: 9 },
        { name: 'Theo', age: 6 },
        { name: 'Pia', age: 2 },
      ],
    },
  ),
  askForJson(
    'team-roles',
    'Sort the team by role: “Ayo designs. Bea and Cho write code. Dirk tests, and so does Ella.” Names in the order of the text.',
    object({ designers: list(text), programmers: list(text), testers: list(text) }),
    { designers: ['Ayo'], programmers: ['Bea', 'Cho'], testers: ['Dirk', 'Ella'] },
  ),
  askForJson(
    'visitor-badge',
    'Make a badge: “Dr. Samira Haddad from Northlight Labs visits on 14 March 2027 and needs parking.” The name is without its title; the date is written YYYY-MM-DD.',
    object({ title: oneOf('Dr.', 'Prof.', 'none'), name: text, company: text, date: text, parking: boolean }),
    { title: 'Dr.', name: 'Samira Haddad', company: 'Northlight Labs', date: '2027-03-14', parking: true },
  ),
  askForJson(
    'language-levels',
    'Record the languages: “Her mother tongue is Finnish. She speaks Spanish fluently and is a beginner in Korean.”',
    object({
      languages: list(
        object({ language: text, level: oneOf('native', 'fluent', 'intermediate', 'beginner') }),
      ),
    }),
    {
      languages: [
        { language: 'Finnish', level: 'native' },
        { language: 'Spanish', level: 'fluent' },
        { language: 'Korean', level: 'beginner' },
      ],
    },
  ),
  askForJson(
    'patient-vitals',
    'Record the measurements: “Pulse 72, blood pressure 118 over 76, temperature 36.8 degrees, no fever.”',
    object({
      pulse: integer,
      blood_pressure: object({ systolic: integer, diastolic: integer }),
      temperature: number,
      fever: boolean,
    }),
    { pulse: 72, blood_pressure: { systolic: 118, diastolic: 76 }, temperature: 36.8, fever: false },
  ),
  askForJson(
    'employees-count',
    'How many of these people earn more than 3000, and who are they (in the order of the text)? “Rosa earns 3,200, Sven 2,950, Tara 3,000, Umut 4,100.”',
    object({ count: integer, names: list(text) }),
    { count: 2, names: ['Rosa', 'Umut'] },
  ),
  askForJson(
    'address-parts',
    'Take the address apart: “Mrs. Greta Holm, Fjordgate 17 B, 7010 Trondheim, Norway”. The name is without “Mrs.”.',
    object({ name: text, street: text, house_number: text, postcode: text, city: text, country: text }),
    {
      name: 'Greta Holm',
      street: 'Fjordgate',
      house_number: '17 B',
      postcode: '7010',
      city: 'Trondheim',
      country: 'Norway',
    },
  ),
  askForJson(
    'quote-speakers',
    'Who says what? “‘It is late,’ said Ora. ‘Not too late,’ answered Pim. ‘We shall see,’ said Ora.” Give the lines in order, without the inner commas and quotation marks.',
    object({ lines: list(object({ speaker: text, words: text })) }),
    {
      lines: [
        { speaker: 'Ora', words: 'It is late' },
        { speaker: 'Pim', words: 'Not too late' },
        { speaker: 'Ora', words: 'We shall see' },
      ],
    },
  ),
]
