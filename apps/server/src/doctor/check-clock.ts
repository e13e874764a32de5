import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Finding, fault, ok, unknown } from './finding.ts'

const ABOUT = 'Clock'
const ADVICE = 'Set the clock by the network, for example: sudo timedatectl set-ntp true'
/** The allowed difference between the clocks of instances and their database. */
const MOST_DIFFERENCE_MS = 2_000

/** Checks with systemd whether this machine synchronizes its clock over the network. */
export async function checkClock(): Promise<Finding[]> {
  try {
    const { stdout } = await promisify(execFile)(
      'timedatectl',
      ['show', '--property=NTPSynchronized', '--value'],
      { timeout: 5_000 },
    )
    if (stdout.trim() === 'yes') return [ok(ABOUT, 'It is set by the network')]
    return [fault(ABOUT, 'It is not set by the network: scenarios run at the wrong time', ADVICE)]
  } catch {
    return [
      unknown(ABOUT, `It says ${new Date().toISOString()}; whether that is right cannot be found out here`),
    ]
  }
}

/** The difference between another clock and ours. The other clock was read between `asked` and `answered`. */
export function compareClocks(whose: string, theirs: Date, asked: Date, answered: Date): Finding {
  const middle = (asked.getTime() + answered.getTime()) / 2
  const difference = Math.abs(theirs.getTime() - middle) - (answered.getTime() - asked.getTime()) / 2
  const about = `Clock of ${whose}`
  return difference > MOST_DIFFERENCE_MS
    ? fault(about, `It differs from the one of this machine by ${Math.round(difference / 1_000)} s`, ADVICE)
    : ok(about, 'It agrees with the one of this machine')
}
