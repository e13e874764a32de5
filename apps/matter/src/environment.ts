import { config } from '@matter/nodejs/config'

// Imported before everything else of matter.js: it must touch no file, and read no setting that is not ours.
config.initializeStorage = false
config.installFilesystem = false
config.loadConfigFile = false
config.loadProcessArgv = false
config.loadProcessEnv = false
config.trapProcessSignals = false
config.trapUnhandledErrors = false
config.setProcessExitCodeOnError = false
