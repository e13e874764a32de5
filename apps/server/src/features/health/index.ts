import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { healthRoutes } from './health.routes.ts'
import { createHealthService } from './health.service.ts'
import { createHealthStore } from './health.store.ts'
import { createHealthRecorder } from './recorder.ts'
import { DAY_MS, dayOf } from './signs.ts'

export { removeFromHealth } from './health.store.ts'

const DAYS_KEPT = 60

interface HealthOptions {
  activity: Activity
  devices: Devices
}

/** Registers the health of devices: what they report, what is counted, and warnings before they fail. */
export function registerHealth(context: AppContext, { activity, devices }: HealthOptions) {
  const { database, clock, http, logger, runs, everyHour } = context
  const store = createHealthStore(database.db)
  const failed = (error: unknown) =>
    logger.error({ err: error }, 'The health of devices could not be written')
  const recorder = createHealthRecorder({ add: store.add, clock, failed })
  const health = createHealthService({
    store,
    devices,
    write: recorder.write,
    notify: (queries, device, signs) =>
      activity.recordEventsIn(
        queries,
        signs.map((healthSign) => ({
          device,
          event: { action: 'health_sign', details: { healthSign } },
        })),
      ),
    transaction: (work) => database.db.transaction(work),
    clock,
  })
  devices.gateway.onAnswered(recorder.answered)
  devices.followHardwareBy((deviceId, { health: said }) => {
    if (said !== undefined) store.setReported(deviceId, said, clock.now()).catch(failed)
  })
  let undo = () => {}
  runs({
    start() {
      undo = devices.shadows.onChange(recorder.changed)
      recorder.start()
    },
    async stop() {
      // Connections that end because of the shutdown must not count as lost.
      undo()
      await recorder.stop()
    },
  })
  everyHour(health.checkAll)
  everyHour(() => store.forgetBefore(dayOf(new Date(clock.now().getTime() - DAYS_KEPT * DAY_MS))))
  http.register(healthRoutes, { health })
}
