export { CONTROL_VIEWS, type ControlView } from '#features/device-model/control-view.ts'
export { LiveShadeControl } from './live-shade-control.tsx'
export { isShade } from './shade-room.ts'
