import java.io.File;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

/** `java ValidateXml.java schema.xsd < document.xml`: ends with an exception where the document breaks the schema. */
public class ValidateXml {
    public static void main(String[] args) throws Exception {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(new File(args[0]))
            .newValidator()
            .validate(new StreamSource(System.in));
    }
}
