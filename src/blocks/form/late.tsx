import { type ComponentType, use } from 'react';
import type { FieldProps } from './labelled.tsx';

interface Drawing {
  Choice: ComponentType<FieldProps>;
}

/** A field that few forms have: its code comes with the first of them, unless it is there already. */
export function late(load: () => Promise<Drawing>, there?: Drawing): ComponentType<FieldProps> {
  let loaded = there;
  let loading: Promise<Drawing> | undefined;
  return (props) => {
    const { Choice } = loaded ?? use((loading ??= load().then((one) => (loaded = one))));
    return <Choice {...props} />;
  };
}
