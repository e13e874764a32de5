import { type Charge, type Counts, isNewer, LIMITS, type ReportedCharge } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'

/** The charge of an endpoint after a report; null if the report changes nothing. */
export function nextCharge(known: Charge | undefined, reported: ReportedCharge): Charge | null {
  const { battery, batteryLow } = { ...known, ...reported }
  const next = {
    ...(battery == null ? {} : { battery }),
    ...(batteryLow == null ? {} : { batteryLow }),
  }
  const isSame = next.battery === known?.battery && next.batteryLow === known?.batteryLow
  return isSame ? null : next
}

/** Where there is a number it decides, because hardware says at different charges that it is low. */
const isLow = ({ battery, batteryLow }: Charge): boolean | undefined =>
  battery === undefined ? batteryLow : battery <= LIMITS.BATTERY_LOW_PERCENT

/**
 * The charge of a device, which is that of its weakest battery, as its state has it. One that only says that it is low is weaker than
 * any with a number.
 */
export function chargeOfDevice(charges: readonly Charge[]): Charge {
  const lows = charges.flatMap((charge) => isLow(charge) ?? [])
  if (lows.length === 0) return {}
  const batteryLow = lows.includes(true)
  const isUnmeasured = charges.some((charge) => charge.battery === undefined && charge.batteryLow === true)
  const numbers = charges.flatMap(({ battery }) => battery ?? [])
  return isUnmeasured || numbers.length === 0 ? { batteryLow } : { battery: Math.min(...numbers), batteryLow }
}

/**
 * Whether the battery of a device counts as low; null between the two limits, where it stays what it was, and where nothing is known.
 */
export function isBatteryLow({ battery, batteryLow }: Charge): boolean | null {
  if (batteryLow !== false) return batteryLow ?? null
  return battery === undefined || battery >= LIMITS.BATTERY_CHARGED_PERCENT ? false : null
}

/** A charge that an endpoint reported, with the counts of the report where it has any. */
export interface OrderedCharge {
  charge: ReportedCharge
  order?: Counts | undefined
}

interface Pause {
  waiting: (OrderedCharge & { record: (newest: OrderedCharge) => boolean }) | null
  cancel(): void
}

/** Lets the charge of an endpoint change at once, and then only after a pause, to the newest one. */
export function createChargePacing(clock: Pick<Clock, 'after'>) {
  const pauseByKey = new Map<string, Pause>()

  const begin = (key: string, waiting: Pause['waiting'] = null) => {
    pauseByKey.get(key)?.cancel()
    const cancel = clock.after(LIMITS.BATTERY_EVERY_MS, () => {
      const due = pauseByKey.get(key)?.waiting ?? null
      pauseByKey.delete(key)
      if (due?.record(due) === true) begin(key)
    })
    pauseByKey.set(key, { waiting, cancel })
  }

  return {
    /** `record` returns whether the charge changed. */
    take(key: string, { charge, order }: OrderedCharge, record: (newest: OrderedCharge) => boolean) {
      const pause = pauseByKey.get(key)
      if (pause === undefined) {
        if (record({ charge, order })) begin(key)
      } else pause.waiting = { charge: { ...pause.waiting?.charge, ...charge }, order, record }
    },
    /** Another instance has recorded a charge. What waits here is kept if it is of a later report. */
    recordedElsewhere(key: string, order: Counts | undefined) {
      const waiting = pauseByKey.get(key)?.waiting ?? null
      const isLaterHere =
        waiting?.order !== undefined && order !== undefined && !isNewer(order, waiting.order)
      begin(key, isLaterHere ? waiting : null)
    },
    stop() {
      for (const { cancel } of pauseByKey.values()) cancel()
      pauseByKey.clear()
    },
  }
}
