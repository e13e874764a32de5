import { deviceTopic, parseDeviceTopic } from '@senca/contract'

/** A device may publish its own status, state and result [DP3]. */
export function mayPublish(deviceId: string, topic: string): boolean {
  const place = parseDeviceTopic(topic)
  return place !== null && place.deviceId === deviceId && place.topic !== 'command'
}

/** A device may subscribe to its own commands [DP3]. */
export const maySubscribe = (deviceId: string, filter: string): boolean =>
  filter === deviceTopic(deviceId, 'command')
