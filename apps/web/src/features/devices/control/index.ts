export { CONTROL_VIEWS, type ControlView } from './control-view.ts'
export { LiveShadeControl } from './LiveShadeControl.tsx'
export { isShade } from './shade-room.ts'
