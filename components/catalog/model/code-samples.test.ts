import { expect, test } from 'vitest'
import { Modality } from '@/lib/catalog/schema'
import { codeSamples } from './code-samples'

test.each(Modality.options)('a %s model is called in three languages, at this very address', (modality) => {
  const samples = codeSamples({ id: 'acme/model', modality }, 'https://portico.example')
  expect(samples.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python'])
  for (const { code } of samples) {
    expect(code).toContain('https://portico.example/v1')
    expect(code).toContain('acme/model')
    expect(code).toContain('PORTICO_API_KEY')
  }
})
