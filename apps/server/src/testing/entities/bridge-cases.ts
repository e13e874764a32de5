import type { EntityCaseInput } from './entity-case.ts'

const retain = true
const Z2M = { topic: 'zigbee2mqtt/bridge/state', value_template: '{{ value_json.state }}' }

/** What bridges and firmwares really publish, and what is known then. Positions are per cent open and the product's share. */
export const BRIDGE_CASES: EntityCaseInput[] = [
  {
    id: 'Zigbee2MQTT: a blind with motor state',
    discovery: [
      {
        topic: 'homeassistant/cover/0x00158d0001/cover/config',
        retain,
        payload: {
          availability: [
            Z2M,
            { topic: 'zigbee2mqtt/kitchen blind/availability', value_template: '{{ value_json.state }}' },
          ],
          availability_mode: 'all',
          command_topic: 'zigbee2mqtt/kitchen blind/set',
          position_topic: 'zigbee2mqtt/kitchen blind',
          position_template: '{{ value_json["position"] }}',
          set_position_topic: 'zigbee2mqtt/kitchen blind/set',
          set_position_template: '{ "position": {{ position }} }',
          state_topic: 'zigbee2mqtt/kitchen blind',
          state_opening: 'opening',
          state_closing: 'closing',
          state_stopped: 'stopped',
          value_template:
            '{% if "motor_state" in value_json and value_json["motor_state"] %} {{ value_json["motor_state"] }} {% else %} stopped {% endif %}',
          name: null,
          unique_id: '0x00158d0001_cover_zigbee2mqtt',
          device: {
            identifiers: ['zigbee2mqtt_0x00158d0001'],
            name: 'kitchen blind',
            manufacturer: 'IKEA',
            model: 'FYRTUR',
          },
          origin: { name: 'Zigbee2MQTT', sw: '2.14.1', url: 'https://www.zigbee2mqtt.io' },
        },
      },
    ],
    messages: [
      { topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}' },
      { topic: 'zigbee2mqtt/kitchen blind/availability', payload: '{"state":"online"}' },
      {
        topic: 'zigbee2mqtt/kitchen blind',
        payload: '{"position":30,"motor_state":"closing","linkquality":90}',
      },
    ],
    expectState: {
      kind: 'cover',
      name: 'kitchen blind',
      available: true,
      assumed: false,
      moving: 'closing',
      position: { percentOpen: 30, product: 0.7 },
      can: ['open', 'close', 'stop', 'setPosition'],
    },
    commands: [
      {
        do: 'setPosition',
        arg: { percentOpen: 80, product: 0.2 },
        expectPublish: { topic: 'zigbee2mqtt/kitchen blind/set', payload: '{"position":80}' },
        compare: 'json',
      },
      { do: 'stop', expectPublish: { topic: 'zigbee2mqtt/kitchen blind/set', payload: 'STOP' } },
    ],
  },
  {
    id: 'Zigbee2MQTT: a lock between its two states',
    discovery: [
      {
        topic: 'homeassistant/lock/0x0001/lock/config',
        retain,
        payload: {
          availability: [Z2M],
          command_topic: 'zigbee2mqtt/door/set',
          state_topic: 'zigbee2mqtt/door',
          state_locked: 'LOCK',
          state_unlocked: 'UNLOCK',
          value_template: '{{ value_json["state"] }}',
          unique_id: '0x0001_lock_zigbee2mqtt',
        },
      },
    ],
    messages: [
      { topic: 'zigbee2mqtt/bridge/state', payload: '{"state":"online"}' },
      { topic: 'zigbee2mqtt/door', payload: '{"state":"LOCK","lock_state":"locked"}' },
      { topic: 'zigbee2mqtt/door', payload: '{"battery":70}' },
    ],
    expectState: { kind: 'lock', lockState: 'locked', locked: true, available: true },
    commands: [{ do: 'unlock', expectPublish: { topic: 'zigbee2mqtt/door/set', payload: 'UNLOCK' } }],
  },
  {
    id: 'ESPSomfy-RTS: an unknown position counts from 0 open',
    discovery: [
      {
        topic: 'homeassistant/cover/1/config',
        retain,
        payload: {
          '~': 'somfy/shades/1',
          availability_topic: 'somfy/status',
          device_class: 'shade',
          name: 'Terrace',
          unique_id: 'mqtt_1_shade1',
          command_topic: '~/direction/set',
          payload_open: '-1',
          payload_close: '1',
          payload_stop: '0',
          position_topic: '~/position',
          position_open: 0,
          position_closed: 100,
          set_position_topic: '~/target/set',
          state_topic: '~/direction',
          state_opening: '-1',
          state_closing: '1',
          state_stopped: '0',
          device: { identifiers: ['mqtt_espsomfyrts_1'], name: 'ESPSomfyRTS' },
        },
      },
    ],
    messages: [
      { topic: 'somfy/status', payload: 'online' },
      { topic: 'somfy/shades/1/position', payload: '25' },
      { topic: 'somfy/shades/1/direction', payload: '-1' },
    ],
    expectState: {
      kind: 'cover',
      available: true,
      moving: 'opening',
      position: { percentOpen: 75, product: 0.25 },
    },
    commands: [
      { do: 'close', expectPublish: { topic: 'somfy/shades/1/direction/set', payload: '1' } },
      {
        do: 'setPosition',
        arg: { percentOpen: 10, product: 0.9 },
        expectPublish: { topic: 'somfy/shades/1/target/set', payload: '90' },
      },
    ],
  },
  {
    id: 'ESPHome: a blind with slats by short names',
    discovery: [
      {
        topic: 'homeassistant/cover/room/blind/config',
        retain,
        payload: {
          dev_cla: 'blind',
          name: 'Blind',
          pos_t: 'room/cover/blind/position/state',
          set_pos_t: 'room/cover/blind/position/command',
          tilt_status_t: 'room/cover/blind/tilt/state',
          tilt_cmd_t: 'room/cover/blind/tilt/command',
          stat_t: 'room/cover/blind/state',
          cmd_t: 'room/cover/blind/command',
          avty_t: 'room/status',
          uniq_id: 'ESPcoverblind',
          dev: { ids: 'a4cf12f03e2c', name: 'room', sw: '2025.1', mdl: 'esp32dev', mf: 'Espressif' },
        },
      },
    ],
    messages: [
      { topic: 'room/status', payload: 'online' },
      { topic: 'room/cover/blind/position/state', payload: '0' },
      { topic: 'room/cover/blind/tilt/state', payload: '20' },
      { topic: 'room/cover/blind/state', payload: 'closed' },
    ],
    expectState: {
      kind: 'cover',
      closed: true,
      position: { percentOpen: 0, product: 1 },
      tilt: { percentOpen: 20, product: 0.8 },
      deviceClass: 'blind',
    },
    commands: [
      {
        do: 'setTilt',
        arg: { percentOpen: 55, product: 0.45 },
        expectPublish: { topic: 'room/cover/blind/tilt/command', payload: '55' },
      },
    ],
  },
  {
    id: 'Z-Wave JS UI: a dimmer that is switched on by its brightness',
    discovery: [
      {
        topic: 'homeassistant/light/Dimmer/dimmer/config',
        retain,
        payload: {
          command_topic: 'zwave/Dimmer/38/0/targetValue/set',
          state_topic: 'zwave/Dimmer/38/0/currentValue',
          state_value_template: '{{ "OFF" if value_json.value == 0 else "ON" }}',
          brightness_command_topic: 'zwave/Dimmer/38/0/targetValue/set',
          brightness_state_topic: 'zwave/Dimmer/38/0/currentValue',
          brightness_value_template: '{{ value_json.value }}',
          brightness_scale: 99,
          on_command_type: 'brightness',
          name: 'Dimmer',
          unique_id: 'zwavejs2mqtt_5',
        },
      },
    ],
    messages: [{ topic: 'zwave/Dimmer/38/0/currentValue', payload: '{"time":1,"value":50}' }],
    expectState: { kind: 'light', on: true, brightness: { ha255: 129, product: 0.505 } },
    commands: [
      { do: 'on', expectPublish: { topic: 'zwave/Dimmer/38/0/targetValue/set', payload: '50' } },
      {
        do: 'on',
        arg: { product: 1 },
        expectPublish: { topic: 'zwave/Dimmer/38/0/targetValue/set', payload: '99' },
      },
    ],
  },
  {
    id: 'Shelly by a script: a cover over RPC whose calibration says nothing',
    discovery: [
      {
        topic: 'homeassistant/cover/shelly-0/config',
        retain,
        payload: {
          '~': 'shelly/',
          name: 'Cover 0',
          uniq_id: 'shelly-0',
          cmd_t: '~rpc',
          pos_t: '~status/cover:0',
          stat_t: '~status/cover:0',
          val_tpl: '{%if value_json.state!="calibrating"%}{{value_json.state}}{%endif%}',
          pos_tpl: '{%if is_number(value_json.get("current_pos"))%}{{value_json.current_pos}}{%endif%}',
          set_pos_t: '~rpc',
          set_pos_tpl:
            '{"id":1,"src":"x","method":"Cover.GoToPosition","params":{"id":0,"pos":{{position}}}}',
          avty: [{ t: '~online', pl_avail: 'true', pl_not_avail: 'false' }],
          dev: { cns: [['mac', 'a8:03:2a:b1:23:45']], ids: ['a8:03:2a:b1:23:45'], name: 'Shelly Plus 2PM' },
        },
      },
    ],
    messages: [
      { topic: 'shelly/online', payload: 'true' },
      { topic: 'shelly/status/cover:0', payload: '{"id":0,"state":"open","current_pos":100}' },
      { topic: 'shelly/status/cover:0', payload: '{"id":0,"state":"calibrating","current_pos":null}' },
    ],
    expectState: {
      kind: 'cover',
      available: true,
      closed: false,
      position: { percentOpen: 100, product: 0 },
    },
    commands: [
      {
        do: 'setPosition',
        arg: { percentOpen: 5, product: 0.95 },
        expectPublish: {
          topic: 'shelly/rpc',
          payload: '{"id":1,"src":"x","method":"Cover.GoToPosition","params":{"id":0,"pos":5}}',
        },
        compare: 'json',
      },
    ],
  },
  {
    id: 'Tasmota by its own discovery: an inverted shutter with slats',
    integration: 'tasmota-native',
    discovery: [
      {
        topic: 'tasmota/discovery/A0B1C2D3E4F5/config',
        retain,
        payload: {
          dn: 'Shutter',
          mac: 'A0B1C2D3E4F5',
          md: 'Sonoff Dual R3',
          ofln: 'Offline',
          onln: 'Online',
          state: ['OFF', 'ON', 'TOGGLE', 'HOLD'],
          sw: '14.2.0',
          t: 'shutter',
          ft: '%prefix%/%topic%/',
          tp: ['cmnd', 'stat', 'tele'],
          rl: [3, 3, 0, 0],
          sho: [1],
          sht: [[-90, 90, 24]],
        },
      },
    ],
    messages: [
      { topic: 'tele/shutter/LWT', payload: 'Online' },
      { topic: 'tele/shutter/SENSOR', payload: '{"Shutter1":{"Position":20,"Direction":0,"Tilt":0}}' },
    ],
    expectState: {
      kind: 'cover',
      available: true,
      position: { percentOpen: 80, product: 0.2 },
      tilt: { percentOpen: 50, product: 0.5 },
      moving: 'none',
    },
    commands: [
      {
        do: 'setPosition',
        arg: { percentOpen: 100, product: 0 },
        expectPublish: { topic: 'cmnd/shutter/ShutterPosition1', payload: '0' },
      },
    ],
  },
  {
    id: 'OpenMQTTGateway: a contact that says something else',
    discovery: [
      {
        topic: 'homeassistant/binary_sensor/A4C1-open/config',
        retain,
        payload: {
          stat_t: 'home/gateway/A4C1',
          name: 'Door contact',
          uniq_id: 'A4C1-open',
          dev_cla: 'door',
          val_tpl: '{{ value_json.open | is_defined }}',
          pl_on: 'True',
          pl_off: 'False',
        },
      },
    ],
    messages: [
      { topic: 'home/gateway/A4C1', payload: '{"open":true}' },
      { topic: 'home/gateway/A4C1', payload: '{"rssi":-70}' },
    ],
    expectState: { kind: 'contact', on: true },
  },
]
