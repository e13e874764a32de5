import { expect, it } from 'vitest'
import { browserResults, unitResults } from './test-reports.mjs'

const unitTest = (fullName, status) => ({ fullName, status })

it('names the unit tests that failed or were left out, and files that could not be loaded', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [unitTest('adds', 'passed'), unitTest('ends', 'failed')],
    },
    { name: 'b.test.ts', status: 'passed', assertionResults: [unitTest('waits', 'pending')] },
    { name: 'c.test.ts', status: 'failed', assertionResults: [] },
  ]
  expect(unitResults({ testResults })).toEqual({
    passed: 1,
    failures: ['a.test.ts ends', 'b.test.ts waits', 'c.test.ts'],
  })
})

const browserTest = (title, status) => ({ title, tests: [{ status }] })

it('names the browser tests that failed or were left out', () => {
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [browserTest('opens', 'expected'), browserTest('shuts', 'unexpected')],
      suites: [{ title: 'at night', specs: [browserTest('dims', 'skipped'), browserTest('glows', 'flaky')] }],
    },
  ]
  expect(browserResults({ suites })).toEqual({
    passed: 2,
    failures: ['a.spec.ts › shuts', 'a.spec.ts › at night › dims'],
  })
})

it('takes a run without a report for one without tests', () => {
  expect([unitResults({}), browserResults({})]).toEqual([
    { passed: 0, failures: [] },
    { passed: 0, failures: [] },
  ])
})
