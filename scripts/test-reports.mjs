import { stripVTControlCharacters } from 'node:util'

/**
 * The results of a test run: how many passed, and `failures`, the file and name of each test that did not pass, including skipped
 * tests, and the reason as the test gives it.
 */

/** Reads a JSON report of Vitest; `{}` if the run wrote none. */
export function unitResults({ testResults = [] }) {
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status, failureMessages }) => ({
      file: file.name,
      name: `${file.name} ${fullName}`,
      status,
      reason: reasonOf(failureMessages?.[0]),
    })),
  )
  // A file that fails while it is loaded contains no tests.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...tests.filter(({ status }) => status !== 'passed').map(failureOf),
      ...broken.map(({ name, message }) => ({ file: name, name, reason: reasonOf(message) })),
    ],
  }
}

/** Reads a JSON report of Playwright; `{}` if the run wrote none. */
export function browserResults({ suites = [] }) {
  const tests = suites.flatMap((suite) => testsOf(suite, suite.title, ''))
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failures: tests.filter(({ status }) => status !== 'expected').map(failureOf),
  }
}

/** One in a thousand tests. */
const MAX_FAILURES_TO_REPEAT = 10

/**
 * Whether the failures of these runs may be caused by a busy machine: they are few, and each has a file that can be run again.
 */
export function deserveSecondRun(runs) {
  const failures = runs.flatMap((run) => run.failures)
  const isFew = failures.length > 0 && failures.length <= MAX_FAILURES_TO_REPEAT
  return isFew && failures.every(({ file }) => file !== undefined)
}

/** Runs the files with failures again: `run` takes files and returns results. */
export async function repeatFailures({ title, run, passed, failures }) {
  if (failures.length === 0) return { title, passed, failures }
  const second = await run([...new Set(failures.map(({ file }) => file))])
  const isFailedAgain = ({ name }) => second.failures.some((failure) => failure.name === name)
  const recovered = second.passed > 0 ? failures.filter((failure) => !isFailedAgain(failure)) : []
  return { title, passed: passed + recovered.length, failures: second.failures }
}

const testsOf = ({ title, specs = [], suites = [] }, file, before) => {
  const path = `${before}${title} › `
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, results = [] }) => ({
        file,
        name: `${path}${spec.title}`,
        status,
        reason: reasonOf(results.findLast(({ error }) => error)?.error.message),
      })),
    ),
    ...suites.flatMap((suite) => testsOf(suite, file, path)),
  ]
}

const failureOf = ({ file, name, reason }) => ({ file, name, reason })

const MAX_REASON_LINES = 12

/** The beginning of a message, without colours and without the places in the code. */
const reasonOf = (message = '') => {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, MAX_REASON_LINES)
    .join('\n')
}
