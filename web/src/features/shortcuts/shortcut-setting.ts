import { openDeviceSetting } from '../../ui/device-setting.ts';

/** Whether single keys are shortcuts on this device: not unless somebody asks for it (SHELL-9, WCAG 2.1.4). */
export const shortcutSetting = openDeviceSetting('restvarde.shortcuts', ['off', 'on']);
