import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createFakeDevice, type FakeDevice } from '../devices/fake-device.ts'
import { sharedNow } from '../monotonic.ts'
import { type FleetNews, type FleetOrder, fleetOrderSchema } from './fleet-messages.ts'

const SIGN_INS_AT_ONCE = 100
const TICK_MS = 5
const REPORT_EVERY_MS = 500

// The fleet process: its devices report one after the other in a circle at an even rate. It sends the time of each report to its
// parent.
let fleet: FakeDevice[] = []
let isReporting = false
let reporting = Promise.resolve()

const notify = (news: FleetNews) => process.send?.(news)

process.on('message', (message) => void carryOut(fleetOrderSchema.parse(message)))
process.on('disconnect', () => process.exit(0))
notify({ is: 'started' })

async function carryOut(order: FleetOrder): Promise<void> {
  switch (order.do) {
    case 'connect': {
      fleet = order.devices.map((device) => createFakeDevice(device, 'senca'))
      let refused = 0
      await pLimit(SIGN_INS_AT_ONCE).map(fleet, (device) =>
        device.connect(order.host, order.port).catch(() => {
          refused += 1
        }),
      )
      notify({ is: 'connected', refused })
      return
    }
    case 'report':
      isReporting = true
      notify({ is: 'reporting', firstCounts: fleet.map((device) => device.state().totalStateUpdates + 1) })
      reporting = report(order.perSecond)
      return
    case 'rest': {
      isReporting = false
      await reporting
      for (const device of fleet) device.rest()
      const states = fleet.map((device) => device.state())
      notify({
        is: 'resting',
        counts: states.map(({ totalStateUpdates }) => totalStateUpdates),
        positions: states.map(({ position }) => position),
      })
    }
  }
}

async function report(perSecond: number): Promise<void> {
  const begun = sharedNow()
  let sent = 0
  let notified = 0
  let notifiedAt = begun
  let times: number[] = []
  const reportTimes = () => {
    notify({ is: 'sent', from: notified, at: Float64Array.from(times) })
    notified = sent
    notifiedAt = sharedNow()
    times = []
  }
  while (isReporting) {
    const due = Math.floor(((sharedNow() - begun) * perSecond) / 1_000)
    for (; sent < due; sent += 1) {
      times.push(sharedNow())
      fleet[sent % fleet.length]?.moveOn()
    }
    if (sharedNow() - notifiedAt >= REPORT_EVERY_MS) reportTimes()
    await wait(TICK_MS)
  }
  reportTimes()
}
