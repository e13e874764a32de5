import { createNotificationActs, registerDeviceConditions } from '#features/device-conditions/index.ts'
import type { Devices } from '#features/devices/index.ts'
import { registerEscalation } from '#features/escalation/index.ts'
import { registerNotifications } from '#features/notifications/index.ts'
import { registerPush } from '#features/push/index.ts'
import { isProtected } from '#features/scenarios/index.ts'
import type { AppContext } from '#platform/app-context.ts'

type ActsOptions = Parameters<typeof createNotificationActs>[0]
type ConditionsOptions = Parameters<typeof registerDeviceConditions>[1]
type NotificationsOptions = Parameters<typeof registerNotifications>[1]
type EscalationOptions = Parameters<typeof registerEscalation>[1]
type PushOptions = Parameters<typeof registerPush>[1]

interface MessagesOptions extends ActsOptions {
  accounts: NotificationsOptions['accounts'] & EscalationOptions['accounts']
  devices: ActsOptions['devices'] & ConditionsOptions['devices'] & Pick<Devices, 'service'>
  escalationSteps: EscalationOptions['steps']
  limits: PushOptions['limits']
  publishing: NotificationsOptions['publishing']
  pushes: PushOptions['pushes']
  realtime: NotificationsOptions['realtime']
  received: EscalationOptions['received']
  sessions: PushOptions['sessions']
}

/** Registers what people are notified of, and the list, the phones and the escalation that reach them. */
export function registerMessages(context: AppContext, options: MessagesOptions): void {
  const { accounts, devices, escalationSteps, limits, publishing, pushes, realtime, received, sessions } =
    options
  registerDeviceConditions(context, {
    devices,
    publishing,
    isProtected: (deviceId) => isProtected(context.database.db, deviceId),
  })
  const notifications = registerNotifications(context, {
    publishing,
    accounts,
    acts: createNotificationActs(options),
    receivedBy: received.of,
    seenBy: async (actor) => new Set(Object.keys(await devices.service.list(actor))),
    realtime,
  })
  registerEscalation(context, { steps: escalationSteps, publishing, accounts, received })
  registerPush(context, {
    pushes,
    publishing,
    notifications,
    sessions,
    limits,
    isEscalationMailed: escalationSteps.isMailed,
    receivedBy: received.of,
  })
}
