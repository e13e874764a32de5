/** A battery that is nearly empty. It is drawn where the icons of other pages may not be loaded. */
export const BATTERY_PATH = 'M3.6 7.8h14.8v8.4H3.6zM20.8 10.6v2.8M6.6 10.6v2.8'
