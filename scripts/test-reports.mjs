/** What a run of tests came to: how many passed, and the names of those that did not, those left out among them. */

/** Of a report of Vitest as JSON; `{}` is that of a run that wrote none. */
export function unitResults({ testResults = [] }) {
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status }) => ({ name: `${file.name} ${fullName}`, status })),
  )
  // A file that breaks while it is loaded has no tests.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...tests.filter(({ status }) => status !== 'passed').map(({ name }) => name),
      ...broken.map(({ name }) => name),
    ],
  }
}

/** Of a report of Playwright as JSON; `{}` is that of a run that wrote none. A test that passed when it was tried again has passed. */
export function browserResults({ suites = [] }) {
  const tests = suites.flatMap((suite) => testsOf(suite, ''))
  const isPassed = ({ status }) => status === 'expected' || status === 'flaky'
  return {
    passed: tests.filter(isPassed).length,
    failures: tests.filter((test) => !isPassed(test)).map(({ name }) => name),
  }
}

const testsOf = ({ title, specs = [], suites = [] }, before) => {
  const path = `${before}${title} › `
  return [
    ...specs.flatMap((spec) => spec.tests.map(({ status }) => ({ name: `${path}${spec.title}`, status }))),
    ...suites.flatMap((suite) => testsOf(suite, path)),
  ]
}
