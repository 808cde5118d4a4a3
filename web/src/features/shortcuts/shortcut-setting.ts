import { openDeviceSetting } from '../../ui/device-setting.ts';

/** Whether single-key shortcuts are on, on this device. Off by default (SHELL-9, WCAG 2.1.4). */
export const shortcutSetting = openDeviceSetting('restvarde.shortcuts', ['off', 'on']);
