import { createFakeClock } from '../fake-clock.ts'
import { describeDriver } from './driver-conformance.ts'
import { createRpcBridge, createRpcDriver } from './rpc-driver.ts'

describeDriver('of a protocol with calls', () => {
  const clock = createFakeClock()
  const bridge = createRpcBridge()
  const address = '192.0.2.7/cover:0'
  let answer: 'ok' | 'busy' | 'silent' = 'ok'
  return {
    driver: createRpcDriver({ bridge, clock }),
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
  }
})
