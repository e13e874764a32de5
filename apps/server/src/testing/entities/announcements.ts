/** What bridges announce by MQTT discovery, for tests. */
export const BLIND = {
  name: 'Kitchen blind',
  unique_id: 'blind-1',
  command_topic: 'blind/set',
  position_topic: 'blind/position',
  set_position_topic: 'blind/position/set',
  availability_topic: 'blind/availability',
  device: { identifiers: ['blind'], manufacturer: 'IKEA', model: 'FYRTUR' },
}
export const LOCK = {
  command_topic: 'lock/set',
  state_topic: 'lock',
  payload_open: 'OPEN',
  name: 'Front door',
}

export const configTopic = (component: string, name: string): string =>
  `homeassistant/${component}/${name}/config`
