import { describe, expect, it } from 'vitest'
import { planBrowser, planEngines } from './browser.mjs'

describe('the browser of the browser tests', () => {
  const debian = { path: undefined, wanted: undefined, hasApt: true, isRoot: true }

  it.each([
    ['is taken where there is one', { ...debian, path: '/usr/bin/chromium' }, { path: '/usr/bin/chromium' }],
    ['is installed by root on Debian', debian, { install: true }],
    [
      'is asked for with one command as an ordinary user',
      { ...debian, isRoot: false },
      { notify: 'The browser tests need a browser. Type: sudo apt-get install -y chromium-headless-shell' },
    ],
    [
      'is asked for elsewhere',
      { ...debian, hasApt: false },
      { notify: 'The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.' },
    ],
    [
      'is missed where it was said to be',
      { ...debian, wanted: '/opt/none' },
      { notify: 'CHROMIUM_PATH names no file: /opt/none' },
    ],
  ])('%s', (_name, machine, plan) => {
    expect(planBrowser(machine)).toEqual(plan)
  })
})

describe('the other engines of the browser tests', () => {
  const firefox = { packages: ['firefox-esr'] }
  const webkit = { packages: ['webkit2gtk-driver', 'xvfb'] }
  const debian = { missing: [firefox, webkit], hasApt: true, isRoot: true }
  const leftOut = {
    notify:
      'The tests in other engines are left out: they need firefox-esr, webkit2gtk-driver, xvfb of Debian.',
  }

  it.each([
    ['are taken where they are', { ...debian, missing: [] }, {}],
    ['are installed by root on Debian', debian, { install: ['firefox-esr', 'webkit2gtk-driver', 'xvfb'] }],
    ['are installed alone', { ...debian, missing: [firefox] }, { install: ['firefox-esr'] }],
    ['are left out for an ordinary user', { ...debian, isRoot: false }, leftOut],
    ['are left out elsewhere', { ...debian, hasApt: false }, leftOut],
  ])('%s', (_name, machine, plan) => {
    expect(planEngines(machine)).toEqual(plan)
  })
})
