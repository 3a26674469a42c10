import { useState } from 'react';
import { AddressForm } from './address-form.tsx';
import { useAnswer, useStudio } from './host.ts';
import { Heading, PagePicture, Problem } from './parts.tsx';

/** A page begins as a copy of a recipe, which the author sees. */
export function NewPage() {
  const { ask } = useStudio();
  const [choices] = useAnswer({ do: 'begin' });
  const [chosen, setChosen] = useState<string>();
  const { recipes, folders } = choices?.isDone ? choices.answer : { recipes: [], folders: [] };
  const name = chosen ?? recipes[0]?.name ?? 'page';
  const [picture] = useAnswer({ do: 'recipe', name });
  const fit = (frame: HTMLIFrameElement) => {
    frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight}px`;
  };
  return (
    <>
      <Heading>New page</Heading>
      <Problem of={choices} />
      <div className="new">
        <fieldset>
          <legend>What is it going to be?</legend>
          {recipes.map((recipe) => (
            <label key={recipe.name} className="tick">
              <input
                type="radio"
                name="recipe"
                checked={recipe.name === name}
                onChange={() => setChosen(recipe.name)}
              />
              {recipe.label}
              <span className="soft">{recipe.description}</span>
            </label>
          ))}
        </fieldset>
        <div className="picture">
          <PagePicture
            html={picture?.isDone ? picture.answer.html : undefined}
            title="How it looks"
            fit={fit}
          />
        </div>
        <AddressForm
          folders={folders}
          label="Make the page"
          help="It begins as a draft: visitors cannot open it. Its texts that begin with “TODO” tell you what to write there."
          submit={(page) => ask({ do: 'new', recipe: name, ...page })}
        />
      </div>
    </>
  );
}
