import { describe, expect, it } from 'vitest'
import { countChangedSettings, defaultSettings } from './settings'

describe('countChangedSettings', () => {
  it('counts what would be sent differently', () => {
    expect(countChangedSettings(defaultSettings)).toBe(0)
    expect(
      countChangedSettings({ ...defaultSettings, system: 'x', schemaText: '{}', toolChoice: 'none' }),
    ).toBe(0)
    expect(countChangedSettings({ ...defaultSettings, temperature: 1, stop: ['x'], toolsText: '[]' })).toBe(3)
  })
})
