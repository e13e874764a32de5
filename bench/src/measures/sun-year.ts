import { runTest } from '../run-test.ts'

const TEST = 'apps/server/src/features/sun/sun-year.test.ts'
const HEAD = `
A year of clear days on eight facades

| facade | automation | moves a day | dazzled | heat let in, kWh/m² | glass free |
|--------|------------|-------------|---------|---------------------|------------|
`

/** Simulates sun protection over a year and prints it next to a fixed schedule and to no protection. */
export async function printSunYear(): Promise<void> {
  process.stdout.write(HEAD)
  const code = await runTest('server', TEST, { PRINT: '1' }, (line) => {
    if (line.startsWith('| ')) process.stdout.write(`${line}\n`)
  })
  if (code !== 0) throw new Error(`the year of sun ended with ${code}`)
}
