import type { EntityCaseInput } from './entity-case.ts'

/** What Zigbee2MQTT 2.14.1 announces of covers in forms that are rare: its own messages. */
export const ZIGBEE2MQTT_CASES: EntityCaseInput[] = [
  {
    id: 'Zigbee2MQTT 2.14.1: two covers of one device, each with a topic of its own',
    discovery: [
      {
        topic: 'homeassistant/cover/0x00000000000002bf/cover_top/config',
        retain: true,
        payload: {
          availability: [
            {
              topic: 'zigbee2mqtt/bridge/state',
              value_template: '{{ value_json.state }}',
            },
            {
              topic: 'zigbee2mqtt/Feibit TCUR218W-V1/availability',
              value_template: '{{ value_json.state }}',
            },
          ],
          availability_mode: 'all',
          command_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top/set',
          default_entity_id: 'cover.feibit_tcur218w-v1_top',
          device: {
            identifiers: ['zigbee2mqtt_0x00000000000002bf'],
            manufacturer: 'Feibit',
            model: 'Dual Track Curtain Panel',
            model_id: 'TCUR218W-V1',
            name: 'Feibit TCUR218W-V1',
          },
          name: 'Top',
          origin: {
            name: 'Zigbee2MQTT',
            sw: '2.14.1',
            url: 'https://www.zigbee2mqtt.io',
          },
          position_template: '{{ value_json["position"] }}',
          position_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top',
          set_position_template: '{ "position_top": {{ position }} }',
          set_position_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top/set',
          state_closed: 'CLOSE',
          state_open: 'OPEN',
          state_stopped: 'STOP',
          state_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top',
          tilt_command_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top/set/tilt',
          tilt_status_template: '{{ value_json["tilt"] }}',
          tilt_status_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top',
          unique_id: '0x00000000000002bf_cover_top_zigbee2mqtt',
          value_template: '{{ value_json["state"] }}',
        },
      },
      {
        topic: 'homeassistant/cover/0x00000000000002bf/cover_bottom/config',
        retain: true,
        payload: {
          availability: [
            {
              topic: 'zigbee2mqtt/bridge/state',
              value_template: '{{ value_json.state }}',
            },
            {
              topic: 'zigbee2mqtt/Feibit TCUR218W-V1/availability',
              value_template: '{{ value_json.state }}',
            },
          ],
          availability_mode: 'all',
          command_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/bottom/set',
          default_entity_id: 'cover.feibit_tcur218w-v1_bottom',
          device: {
            identifiers: ['zigbee2mqtt_0x00000000000002bf'],
            manufacturer: 'Feibit',
            model: 'Dual Track Curtain Panel',
            model_id: 'TCUR218W-V1',
            name: 'Feibit TCUR218W-V1',
          },
          name: 'Bottom',
          origin: {
            name: 'Zigbee2MQTT',
            sw: '2.14.1',
            url: 'https://www.zigbee2mqtt.io',
          },
          position_template: '{{ value_json["position"] }}',
          position_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/bottom',
          set_position_template: '{ "position_bottom": {{ position }} }',
          set_position_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/bottom/set',
          state_closed: 'CLOSE',
          state_open: 'OPEN',
          state_stopped: 'STOP',
          state_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/bottom',
          tilt_command_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/bottom/set/tilt',
          tilt_status_template: '{{ value_json["tilt"] }}',
          tilt_status_topic: 'zigbee2mqtt/Feibit TCUR218W-V1/bottom',
          unique_id: '0x00000000000002bf_cover_bottom_zigbee2mqtt',
          value_template: '{{ value_json["state"] }}',
        },
      },
    ],
    messages: [
      {
        topic: 'zigbee2mqtt/bridge/state',
        payload: '{"state":"online"}',
      },
      {
        topic: 'zigbee2mqtt/Feibit TCUR218W-V1/availability',
        payload: '{"state":"online"}',
      },
      {
        topic: 'zigbee2mqtt/Feibit TCUR218W-V1',
        payload:
          '{"position_top":30,"tilt_top":40,"state_top":"OPEN","position_bottom":0,"state_bottom":"CLOSE"}',
      },
      {
        topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top',
        payload: '{"position":30,"tilt":40,"state":"OPEN"}',
      },
      {
        topic: 'zigbee2mqtt/Feibit TCUR218W-V1/bottom',
        payload: '{"position":0,"state":"CLOSE"}',
      },
    ],
    expectEntities: 2,
    expectDevices: 1,
    entity: '0x00000000000002bf cover_top',
    expectState: {
      kind: 'cover',
      available: true,
      closed: false,
      moving: 'none',
      position: {
        percentOpen: 30,
        product: 0.7,
      },
      tilt: {
        percentOpen: 40,
        product: 0.6,
      },
    },
    commands: [
      {
        do: 'setPosition',
        arg: {
          percentOpen: 75,
          product: 0.25,
        },
        expectPublish: {
          topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top/set',
          payload: '{"position_top":75}',
        },
        compare: 'json',
      },
      {
        do: 'stop',
        expectPublish: {
          topic: 'zigbee2mqtt/Feibit TCUR218W-V1/top/set',
          payload: 'STOP',
        },
      },
    ],
  },
  {
    id: 'Zigbee2MQTT 2.14.1: a motion in words of the maker',
    discovery: [
      {
        topic: 'homeassistant/cover/0x0000000000000db3/cover/config',
        retain: true,
        payload: {
          availability: [
            {
              topic: 'zigbee2mqtt/bridge/state',
              value_template: '{{ value_json.state }}',
            },
            {
              topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS/availability',
              value_template: '{{ value_json.state }}',
            },
          ],
          availability_mode: 'all',
          command_topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS/set',
          default_entity_id: 'cover.sonoff_mini-zbrbs',
          device: {
            identifiers: ['zigbee2mqtt_0x0000000000000db3'],
            manufacturer: 'SONOFF',
            model: 'Zigbee smart roller shutter switch',
            model_id: 'MINI-ZBRBS',
            name: 'SONOFF MINI-ZBRBS',
          },
          name: null,
          origin: {
            name: 'Zigbee2MQTT',
            sw: '2.14.1',
            url: 'https://www.zigbee2mqtt.io',
          },
          position_template: '{{ value_json["position"] }}',
          position_topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS',
          set_position_template: '{ "position": {{ position }} }',
          set_position_topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS/set',
          state_closed: 'CLOSE',
          state_closing: 'reverse',
          state_open: 'OPEN',
          state_opening: 'forward',
          state_stopped: 'stop',
          state_topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS',
          unique_id: '0x0000000000000db3_cover_zigbee2mqtt',
          value_template:
            '{% if "position" in value_json and value_json["position"] == 0 and "state" in value_json and value_json["state"] == "CLOSE" %}CLOSE{% elif "position" in value_json and value_json["position"] == 100 and "state" in value_json and value_json["state"] == "OPEN" %}OPEN{% elif "moving" in value_json and value_json["moving"] == "forward" %}forward{% elif "moving" in value_json and value_json["moving"] == "reverse" %}reverse{% elif "moving" in value_json and value_json["moving"] == "stop" and "position" in value_json %}{% if value_json["position"] == 0 %}CLOSE{% else %}OPEN{% endif %}{% elif "state" in value_json and value_json["state"] == "OPEN" %}OPEN{% elif "state" in value_json and value_json["state"] == "CLOSE" %}CLOSE{% else %}stop{% endif %}',
        },
      },
    ],
    messages: [
      {
        topic: 'zigbee2mqtt/bridge/state',
        payload: '{"state":"online"}',
      },
      {
        topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS/availability',
        payload: '{"state":"online"}',
      },
      {
        topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS',
        payload: '{"position":30,"state":"OPEN","moving":"reverse"}',
      },
    ],
    expectState: {
      kind: 'cover',
      available: true,
      moving: 'closing',
      position: {
        percentOpen: 30,
        product: 0.7,
      },
    },
    commands: [
      {
        do: 'close',
        expectPublish: {
          topic: 'zigbee2mqtt/SONOFF MINI-ZBRBS/set',
          payload: 'CLOSE',
        },
      },
    ],
  },
]
