import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-millis'
import { parseRequest } from '../conversation/parse-request'
import { readConversation } from '../conversation/read-conversation'
import { composeReply } from './compose-reply'

type Message = { role: string; content: unknown }

function reply(messages: Message[] | string, model = 'chat'): string {
  const asked = typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages
  return composeReply(readConversation(parseRequest({ model, messages: asked })), false)
}

function following(earlier: string[], prompt: string): string {
  const turns = earlier.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
  return reply([...turns, { role: 'user', content: prompt }])
}

function under(system: string, prompt: string): string {
  return reply([
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ])
}

describe('a simple request is answered to the letter', () => {
  it.each([
    ['What is 12 times 7?', '12 × 7 = 84'],
    ['(1 + 2) * 3', '(1 + 2) × 3 = 9'],
    ["what's 15% of 80", '15% of 80 = 12'],
    ['Divide 5 by 0', '5 ÷ 0 has no value: division by zero is not defined.'],
    ['Answer with only the number: 3+4', '7'],
    ['What is the average of 3, 5 and 10?', 'The average of 3, 5 and 10 is 6.'],
    ['Say "hello world"', 'hello world'],
    ['Say this is a test', 'this is a test'],
    ['Respond with the single word PONG and nothing else.', 'PONG'],
    ['Reply with OK', 'OK'],
    ['Reverse the word stressed', 'desserts'],
    ['Uppercase: make this loud', 'MAKE THIS LOUD'],
    ['Write the word "test" in uppercase', 'TEST'],
    ['How many words are in "the quick brown fox"?', '“the quick brown fox” has 4 words.'],
    ["How many r's are there in strawberry?", "There are 3 r's in “strawberry”."],
    ['How many letters are in the word banana?', '“banana” has 6 letters.'],
    ['Sort these: pear, apple, fig', 'apple, fig, pear'],
    ['Sort 5, 3, 11 descending', '11, 5, 3'],
    ['Count from 1 to 5', '1, 2, 3, 4, 5'],
    ['List three fruits', '1. Apple\n2. Banana\n3. Cherry'],
    ['What is the capital of France?', 'The capital of France is Paris.'],
    ['Answer in one word: what is the capital of Poland?', 'Warsaw'],
    [
      'Summarize in one sentence: Owls hunt at night. Owls see well at night. Tea is hot.',
      'Owls hunt at night.',
    ],
    ['Write hello world in Python', "```python\nprint('Hello, world!')\n```"],
    ['ping', 'pong'],
  ])('%s', (prompt, answer) => {
    expect(reply(prompt)).toBe(answer)
  })
})

describe('a conversation', () => {
  it.each([
    [['My name is Ana.', 'Hello.'], 'What is my name?', 'Your name is Ana.'],
    [["Hi, I'm Bob and I like cats", 'Hello.'], 'Who am I?', 'You are Bob.'],
    [[], 'What is my name?', 'You have not told me your name yet.'],
    [
      ['My favourite colour is teal.', 'Noted.'],
      'What is my favourite colour?',
      'Your favourite colour is teal.',
    ],
    [['My name is Ana.', 'Hi', 'Call me Zoë', 'Hi'], 'What is my name?', 'Your name is Zoë.'],
    [['The code word is banana.', 'Noted.'], 'What is the code word?', 'The code word is banana.'],
    [['One', 'Two', 'Three', 'Four'], 'What was my first message?', 'Your first message was: “One”'],
    [['One', 'Two', 'Three', 'Four'], 'What did I just say?', 'Before this, you said: “Three”'],
    [['One', 'Two', 'Three', 'Four'], 'Repeat that', 'Four'],
  ])('after %j, %s', (earlier, prompt, answer) => {
    expect(following(earlier, prompt)).toBe(answer)
  })

  it('greets by name, in the language of the greeting', () => {
    expect(reply('Hi, my name is Ana.')).toMatch(/^Hello, Ana!/)
    expect(reply('hola')).toMatch(/^¡Hola!/)
    expect(reply('你好')).toMatch(/^你好!/)
    expect(following(['My name is Ana.', 'Nice.'], 'Hello again!')).toMatch(/^Hello, Ana!/)
  })
})

describe('a system message', () => {
  it.each([
    ['Answer in uppercase.', 'What is the capital of Spain?', 'THE CAPITAL OF SPAIN IS MADRID.'],
    ['Reply only with "OK".', 'Tell me everything', 'OK'],
    ['You must always respond with the word BANANA.', 'What is 2+2?', 'BANANA'],
    ['Always end your answers with "over and out".', 'What is 3*3?', '3 × 3 = 9 over and out'],
    ['The user is called Ana.', 'What is my name?', 'Your name is Ana.'],
    ['You are a helpful assistant.', 'What is the capital of Italy?', 'The capital of Italy is Rome.'],
  ])('%s', (system, prompt, answer) => {
    expect(under(system, prompt)).toBe(answer)
  })

  it('makes it speak like a pirate, or briefly', () => {
    expect(under('You are a pirate.', 'Hello!')).toMatch(/^Arrr, matey! Ahoy/)
    expect(under('Be brief.', 'Explain how tides work')).not.toContain('\n')
  })
})

describe('honesty', () => {
  it.each(['Who are you?', 'what model is this', 'Are you human?', 'Wer bist du?'])('%s', (prompt) => {
    expect(reply(prompt)).toMatch(/Portico's sandbox model.*not a real language model/)
  })

  it('shows behind a persona too', () => {
    expect(under('You are Marvin, a robot.', 'What is your name?')).toMatch(/Marvin.*sandbox model/)
  })

  it.each(['Translate "good morning" into French', 'How do you say cheese in German?'])('%s', (prompt) => {
    expect(reply(prompt)).toMatch(/^I cannot translate into (French|German)/)
  })

  it('closes every answer that it makes up', () => {
    expect(reply('Why do cats purr?')).toMatch(/sandbox model: it answers offline.*\*$/)
    expect(reply('Write a function in Go that parses dates')).toContain('a template, not a working solution')
  })

  it('says what it was sent without pretending to see', () => {
    const content = [
      { type: 'text', text: 'What is in this picture?' },
      { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGODlhCgAUAA==' } },
    ]
    expect(reply([{ role: 'user', content }])).toMatch(/image\/gif, 10 bytes, 10 × 20 pixels.*cannot see/)
  })
})

describe('other answers', () => {
  it('are about what was asked, and differ', () => {
    const tides = reply('Explain how tides work in the Baltic sea')
    expect(tides).toContain('how tides work in the Baltic sea')
    expect(reply('Explain how clocks work')).not.toBe(tides)
    expect(reply('Explain how tides work in the Baltic sea')).toBe(tides)
  })

  it('are longer and structured from chat-pro', () => {
    const short = reply('Explain how tides work')
    const long = reply('Explain how tides work', 'chat-pro')
    expect(long.length).toBeGreaterThan(short.length * 1.5)
    expect(long).toMatch(/^## /)
    expect(long).toContain('|---|---|')
  })

  it('tell what a tool has returned', () => {
    const messages = [
      { role: 'user', content: 'weather in Paris?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"temperature":21,"sky":"clear"}' },
    ]
    expect(reply(messages)).toBe('`get_weather` answered:\n\n- **temperature**: 21\n- **sky**: clear')
  })
})

it('never throws, whatever is said', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', '   ', '\n', '”“', '```', '[[say:'),
  )
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.constantFrom('What is ', 'Sort ', 'Say ', 'Summarise: ', 'Reverse ', 'My name is ', 'List 3 '),
      (system, text, start) => {
        expect(typeof under(system, start + text)).toBe('string')
      },
    ),
  )
})

it.each([' ', 'a', 'my ', '"', '1+', '. ', '{"a":', 'the x is ', 'how many ', '(', 'in Paris, '])(
  'is quick on a megabyte of %j',
  async (unit) => {
    const text = unit.repeat(1_000_000 / unit.length)
    const starts = ['', 'Summarise: ', 'Return JSON with keys a and b: ']
    const replyToAll = () => starts.map((start) => reply(start + text))
    expect(await processorMillis(replyToAll)).toBeLessThan(3_000)
  },
)
