import { describe, expect, it } from 'vitest'
import { agrees } from './installation.mjs'

describe('an installation', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.2.3' },
    'node_modules/a-win': { version: '1.2.3', optional: true },
    'node_modules/@senca/contract': { link: true },
  }
  const whole = { 'node_modules/a': { version: '1.2.3' }, 'node_modules/@senca/contract': { link: true } }

  it.each([
    ['whole, without what is for other machines', whole, true],
    ['nothing', {}, false],
    ['one package short', { 'node_modules/@senca/contract': { link: true } }, false],
    ['another version', { ...whole, 'node_modules/a': { version: '1.2.2' } }, false],
    [
      'another version of an optional package',
      { ...whole, 'node_modules/a-win': { version: '1.0.0' } },
      false,
    ],
  ])('that is %s', (_name, installed, expected) => {
    expect(agrees(wanted, installed)).toBe(expected)
  })
})
