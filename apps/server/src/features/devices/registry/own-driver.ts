/** The driver of the hardware that is provisioned here, as it is stored. */
export const OWN_DRIVER = 'senca'
