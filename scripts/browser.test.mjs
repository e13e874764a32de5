import { describe, expect, it } from 'vitest'
import { planBrowser } from './browser.mjs'

describe('the browser of the browser tests', () => {
  const debian = { path: undefined, wanted: undefined, hasApt: true, isRoot: true }

  it.each([
    ['is taken where there is one', { ...debian, path: '/usr/bin/chromium' }, { path: '/usr/bin/chromium' }],
    ['is installed by root on Debian', debian, { install: true }],
    [
      'is asked for with one command as an ordinary user',
      { ...debian, isRoot: false },
      { tell: 'The browser tests need a browser. Type: sudo apt-get install -y chromium-headless-shell' },
    ],
    [
      'is asked for elsewhere',
      { ...debian, hasApt: false },
      { tell: 'The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.' },
    ],
    [
      'is missed where it was said to be',
      { ...debian, wanted: '/opt/none' },
      { tell: 'CHROMIUM_PATH names no file: /opt/none' },
    ],
  ])('%s', (_name, machine, plan) => {
    expect(planBrowser(machine)).toEqual(plan)
  })
})
