import type { EndpointTraits } from '#drivers/driver.ts'
import { createFakeClock } from '../fake-clock.ts'
import { type ConformanceHardware, describeDriver } from './driver-conformance.ts'
import { createRpcBridge, createRpcDriver, type RpcCall } from './rpc-driver.ts'

const COMMANDS = {
  'Cover.GoToPosition': 'move',
  'Cover.Stop': 'abort',
  'Light.Set': 'light_apply',
  'Lock.Open': 'unlock',
  'Sys.Reset': 'forget',
  'Sys.Reboot': 'restart',
  'Sys.SetConfig': 'settings',
} as const satisfies Record<RpcCall['method'], string>

const setUp = (confirmation: EndpointTraits['confirmation']) => (): ConformanceHardware => {
  const clock = createFakeClock()
  const bridge = createRpcBridge()
  const address = '192.0.2.7/cover:0'
  let answer: 'ok' | 'busy' | 'silent' = 'ok'
  return {
    driver: createRpcDriver({ bridge, clock, confirmation }),
    clock,
    address,
    async connect() {
      bridge.plugIn(address, ['open', 'close', 'stop', 'setPosition'], () => answer)
    },
    async disconnect() {
      bridge.unplug(address)
    },
    reportPosition: (position) => bridge.notify(address, { pos: 100 - 100 * position }),
    reportNonsense: () => bridge.notify(address, 'nonsense'),
    answerWith(kind) {
      answer = { acceptance: 'ok' as const, refusal: 'busy' as const, nothing: 'silent' as const }[kind]
    },
    asked: () =>
      bridge.calls.flatMap(({ call: { method, params } }) =>
        method === 'Cover.GoToPosition' && params.pos !== undefined ? [100 - params.pos] : [],
      ),
    received: () => bridge.calls.map(({ call: { method } }) => COMMANDS[method]),
  }
}

describeDriver('of a protocol with calls', setUp('acknowledged'))
describeDriver('of a protocol that only reports', setUp('reported'))
describeDriver('of a protocol without answers and reports', setUp('none'))
