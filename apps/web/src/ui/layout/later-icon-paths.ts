import { BATTERY_PATH } from './battery-path.ts'
import { BELL_PATH } from './bell-path.ts'

/** The icons that the first pages do not need. */
export const LATER_ICON_PATHS = {
  battery: BATTERY_PATH,
  bell: BELL_PATH,
  minus: 'M5.2 12h13.6',
  camera: 'M4 8h3.2L9 5.6h6L16.8 8H20v10.4H4zM15.2 13a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0z',
  key: 'M8 8.3a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4zM11.7 12H20v3.2M16.7 12v2.6',
  keyPlus: 'M8 9.3a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8zM11.4 12.7H19v3M15.9 12.7v2.4M18 4.2v5M15.5 6.7h5',
  screens: 'M4 5h13v4M4 5v9.5h8M7.5 18H12M14.5 9H20v10.5h-5.5zM16.7 16.8h1.1',
  leave: 'M13.5 4.5h-8v15h8M10.5 12H20M16.3 8.3 20 12l-3.7 3.7',
  leaveAll: 'M8.5 4.5h-4v15h4M15.5 4.5h4v15h-4M8 12h7M12.3 9.3 15 12l-2.7 2.7',
  trash: 'M4.5 7.2h15M9.2 7.2V4.6h5.6v2.6M6.7 7.2l.9 12.3h8.8l.9-12.3M10.2 10.8v5.4M13.8 10.8v5.4',
  download: 'M12 4v10.5M7.2 10 12 14.8l4.8-4.8M5 19.2h14',
  qr: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM7.4 7.5h.2M16.4 7.5h.2M7.4 16.5h.2M13.5 13.5h2.6v2.6M19.5 13.5v3M13.5 19.5h2.6M19.5 19.5v.1',
  horizon: 'M3.5 17.5h17M7 17.5a5 5 0 0 1 10 0M12 5v3.2M4.8 9.4l2 1.9M19.2 9.4l-2 1.9',
  wind: 'M3.5 9.3h10.2a2.5 2.5 0 1 0-2.4-3.2M3.5 13h14.4a2.7 2.7 0 1 1-2.6 3.6M3.5 16.7h6.2a2 2 0 1 1-1.9 2.6',
  tap: 'M9 12.4V5.9a1.6 1.6 0 0 1 3.2 0v4.9M12.2 10.9a1.5 1.5 0 0 1 3 .1v.7M15.2 11.8a1.4 1.4 0 0 1 2.8.1v3.3c0 3.2-2 5.3-5 5.3-2.5 0-3.9-1-5.2-3.3l-2.1-3.6c-.6-1 .8-2 1.7-1.1L9 14.2',
  play: 'M8 5.4v13.2L18.6 12z',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  people:
    'M9 5.2a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM3.2 19.2c.3-3.4 2.4-5.2 5.8-5.2s5.5 1.8 5.8 5.2zM15.6 5.7a3 3 0 0 1 0 5.6M16.9 14.4c2.3.6 3.6 2.3 3.9 4.8h-2.6',
  pushpin: 'M8.5 4h7M9.5 4v6.2l-3 3.6h11l-3-3.6V4M12 13.8V20.5',
  pencil: 'M5 19l.9-4.1L16.6 4.2l3.2 3.2L9.1 18.1zM14.2 6.6l3.2 3.2',
  invert: 'M8 19V5M4.5 8.5 8 5l3.5 3.5M16 5v14M12.5 15.5 16 19l3.5-3.5',
  pulse: 'M3.5 12.5h4L10 6l4 12 2.5-5.5h4',
  wallSwitch: 'M5 4h14v16H5zM9 7.5h6v9H9zM9 12h6',
  rooms: 'M4.5 4.5h15v15h-15zM4.5 12H12M12 4.5v3M12 12v7.5',
  measure: 'M5.5 4h13M5.5 20h13M12 7v10M9 9.8 12 6.8l3 3M9 14.2l3 3 3-3',
  magnetLock: 'M6 4.5V12a6 6 0 0 0 12 0V4.5h-4V12a2 2 0 0 1-4 0V4.5zM6 8.3h4M14 8.3h4',
  milkyGlass: 'M6 3.7h12v16.6H6zM6 11.6l5.2-7.9M6 18.7 16 3.7M10.6 20.3 18 9.2M15.7 20.3l2.3-3.5',
  doorLamp: 'M7.2 20.5V9h9.6v11.5M5 20.5h14M9.2 5h5.6M5.8 6.2 4.7 5.1M18.2 6.2l1.1-1.1',
  handleLamp:
    'M11 4.2h2v15.6h-2zM7.3 7.4 5.2 6.3M7 12H4.5M7.3 16.6l-2.1 1.1M16.7 7.4l2.1-1.1M17 12h2.5M16.7 16.6l2.1 1.1',
} as const

export type LaterIconName = keyof typeof LATER_ICON_PATHS
