/** The stored name of the driver for hardware that is provisioned here. */
export const OWN_DRIVER = 'senca'
