export { CONTROL_VIEWS, type ControlView } from '#features/device-model/views/control-view.ts'
export { LiveShadeControl } from './live-shade-control.tsx'
export { isShade } from './shade-room.ts'
