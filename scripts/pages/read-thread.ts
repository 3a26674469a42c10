import { doTasks } from '../base/thread.ts';
import { type ReadMaterial, readWork } from './read-work.ts';

doTasks((material: ReadMaterial) => {
  const { read, check } = readWork(material);
  return { read, check };
});
