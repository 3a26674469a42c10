import { useState } from 'react';
import { AddressForm } from './address-form.tsx';
import { useAnswer, useStudio } from './host.ts';
import { Heading, PagePicture, Problem } from './components.tsx';

/** The tool that creates a page from a recipe. It shows a preview of the recipe. `address` is in the form at first. */
export function NewPage({ address }: { address: string | undefined }) {
  const { request } = useStudio();
  const [choices] = useAnswer({ do: 'choices' });
  const [selected, setSelected] = useState<string>();
  const { recipes, folders } = choices?.isOk ? choices.answer : { recipes: [], folders: [] };
  const name = selected ?? recipes[0]?.name ?? 'page';
  const [preview] = useAnswer({ do: 'recipe', name });
  const fitHeight = (frame: HTMLIFrameElement) => {
    frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight}px`;
  };
  return (
    <>
      <Heading>New page</Heading>
      <Problem result={choices} />
      <div className="new">
        <fieldset>
          <legend>Choose a type of page</legend>
          {recipes.map((recipe) => (
            <label key={recipe.name} className="tick">
              <input
                type="radio"
                name="recipe"
                checked={recipe.name === name}
                onChange={() => setSelected(recipe.name)}
              />
              {recipe.label}
              <span className="soft">{recipe.description}</span>
            </label>
          ))}
        </fieldset>
        <div className="picture">
          <PagePicture
            html={preview?.isOk ? preview.answer.html : undefined}
            title="Preview of the page"
            onLoad={fitHeight}
          />
        </div>
        <AddressForm
          folders={folders}
          initialAddress={address}
          action="Create page"
          help="The page is created as a draft, which visitors cannot open. Replace the texts that begin with “TODO”."
          submit={(page) => request({ do: 'new', recipe: name, ...page })}
        />
      </div>
    </>
  );
}
