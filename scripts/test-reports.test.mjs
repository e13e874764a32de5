import { expect, it } from 'vitest'
import { browserResults, deserveSecondRun, repeatFailures, unitResults } from './test-reports.mjs'

const unitTest = (fullName, status, failureMessages = []) => ({ fullName, status, failureMessages })

const UNEXPECTED = '\u001b[31mError: expected 1\u001b[39m\n\n+ 2\n    at ends (a.test.ts:3:5)'

it('names the unit tests that failed or were left out, and files that could not be loaded', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [unitTest('adds', 'passed'), unitTest('ends', 'failed', [UNEXPECTED])],
    },
    { name: 'b.test.ts', status: 'passed', assertionResults: [unitTest('waits', 'pending')] },
    { name: 'c.test.ts', status: 'failed', assertionResults: [], message: 'No such module' },
  ]
  expect(unitResults({ testResults })).toEqual({
    passed: 1,
    failures: [
      { file: 'a.test.ts', name: 'a.test.ts ends', reason: 'Error: expected 1\n+ 2' },
      { file: 'b.test.ts', name: 'b.test.ts waits', reason: '' },
      { file: 'c.test.ts', name: 'c.test.ts', reason: 'No such module' },
    ],
  })
})

const browserTest = (title, status, results = []) => ({ title, tests: [{ status, results }] })

it('names the browser tests that failed or were left out', () => {
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [
        browserTest('opens', 'expected'),
        browserTest('shuts', 'unexpected', [{ error: { message: UNEXPECTED } }]),
      ],
      suites: [
        { title: 'at night', specs: [browserTest('dims', 'skipped'), browserTest('glows', 'expected')] },
      ],
    },
  ]
  expect(browserResults({ suites })).toEqual({
    passed: 2,
    failures: [
      { file: 'a.spec.ts', name: 'a.spec.ts › shuts', reason: 'Error: expected 1\n+ 2' },
      { file: 'a.spec.ts', name: 'a.spec.ts › at night › dims', reason: '' },
    ],
  })
})

it('takes a run without a report for one without tests', () => {
  expect([unitResults({}), browserResults({})]).toEqual([
    { passed: 0, failures: [] },
    { passed: 0, failures: [] },
  ])
})

it('has a few failures run again, but neither many nor a run that broke outside of its tests', () => {
  const failure = { file: 'a.test.ts', name: 'a.test.ts ends' }
  const runWith = (failures) => [{ failures }, { failures: [] }]
  expect(deserveSecondRun(runWith([failure]))).toBe(true)
  expect(deserveSecondRun(runWith([]))).toBe(false)
  expect(deserveSecondRun(runWith(Array(11).fill(failure)))).toBe(false)
  expect(deserveSecondRun(runWith([failure, { name: 'ended with 1' }]))).toBe(false)
})

it('counts what passes alone, and fails with what fails again', async () => {
  const failures = ['ends', 'waits'].map((test) => ({ file: 'a.test.ts', name: `a.test.ts ${test}` }))
  const runs = []
  const repeatWith = (second) => {
    const run = (files) => {
      runs.push(files)
      return second
    }
    return repeatFailures({ title: 'unit tests', run, passed: 7, failures })
  }
  expect(await repeatWith({ passed: 3, failures: [] })).toEqual({
    title: 'unit tests',
    passed: 9,
    failures: [],
  })
  const again = failures.slice(1)
  expect(await repeatWith({ passed: 2, failures: again })).toEqual({
    title: 'unit tests',
    passed: 8,
    failures: again,
  })
  expect(runs).toEqual([['a.test.ts'], ['a.test.ts']])
})
