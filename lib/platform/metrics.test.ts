import { expect, test } from 'vitest'
import { counter, histogram, readMetrics } from './metrics'

async function linesOf(metric: string, accept?: string): Promise<string[]> {
  const { body } = await readMetrics(accept)
  return body.split('\n').filter((line) => line.startsWith(`portico_${metric}`))
}

test('a counter sums up what its series and its callers by labels count', async () => {
  const counted = counter('test_answers_total', 'Answers.', ['route', 'status'])
  const kept = counted.at('/v1/models', '200')
  kept.add()
  kept.add(2)
  counted.at('/v1/models', '404').add()
  counted.inc({ route: '/v1/models', status: '200' })
  const expected = [
    'portico_test_answers_total{route="/v1/models",status="200"} 4',
    'portico_test_answers_total{route="/v1/models",status="404"} 1',
  ]
  expect(await linesOf('test_answers_total')).toEqual(expected)
  expect(await linesOf('test_answers_total'), 'reading counts nothing twice').toEqual(expected)
  kept.add()
  expect(await linesOf('test_answers_total')).toContain(
    'portico_test_answers_total{route="/v1/models",status="200"} 5',
  )
})

test('a counter has the same name in both formats', async () => {
  counter('test_named_total', 'Named.', ['route']).at('/v1/models').add()
  const expected = ['portico_test_named_total{route="/v1/models"} 1']
  expect(await linesOf('test_named')).toEqual(expected)
  expect(await linesOf('test_named', 'application/openmetrics-text')).toEqual(expected)
})

test('values with a separator are series of their own', async () => {
  const counted = counter('test_pairs_total', 'Pairs.', ['one', 'other'])
  counted.at('a,other:b', 'c').add()
  counted.at('a', 'b,c').add()
  expect(await linesOf('test_pairs_total')).toHaveLength(2)
})

test('a histogram through its series shows what observing shows', async () => {
  const names = ['test_kept_seconds', 'test_observed_seconds'] as const
  const [kept, observed] = names.map((name) => histogram(name, 'Seconds.', ['route']))
  for (const seconds of [0.001, 0.005, 0.3, 601]) {
    kept?.at('/v1/models').add(seconds)
    observed?.observe({ route: '/v1/models' }, seconds)
  }
  const [own, theirs] = [await linesOf(names[0]), await linesOf(names[1])]
  expect(own).toHaveLength(19)
  expect(own.map((line) => line.replace('kept', 'observed'))).toEqual(theirs)
})

test('metrics without labels are there before they count', async () => {
  counter('test_none_total', 'None.', [])
  histogram('test_none_seconds', 'None.', [])
  expect(await linesOf('test_none_total')).toEqual(['portico_test_none_total 0'])
  expect(await linesOf('test_none_seconds_count')).toEqual(['portico_test_none_seconds_count 0'])
})
